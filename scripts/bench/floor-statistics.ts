// The floor of statistics: one statement with one parameter. It reads the same rows of a year as the product, but adds them up by day only.
const zone = `'Europe/Brussels'`
export const statisticsStatements = {
  statistics_year: `
    with channel as materialized (select key from playlist where id = $1),
    day as materialized (
      select day::date as day, quarter_hour(day at time zone ${zone}) as first, quarter_hour((day + interval '1 day') at time zone ${zone}) as next
      from generate_series(current_date - 729, current_date, '1 day') as at cross join lateral (select at::timestamp as day) as local)
    select json_agg(json_build_object('date', day, 'views', views, 'unique_views', unique_views, 'seconds', seconds) order by day)::text
    from day cross join lateral (
      select sum(views) as views, sum(views) filter (where former_quarter is null or former_quarter < first) as unique_views
      from channel_view_count where playlist_key = (select key from channel) and tv_channel_id is null and quarter >= first and quarter < next) as viewed
      cross join lateral (
        select sum(seconds) as seconds from watched_time
        where playlist_key = (select key from channel) and video_id = '' and quarter >= first and quarter < next) as played`,
  statistics_list: `
    select json_build_object('playlists', json_agg(json_build_object('id', id, 'name', name, 'icon', null, 'status_id', status_id, 'views', all_views,
      'unique_views', unique_views, 'followers', followers, 'recent_views', recent_views) order by recent_views desc, all_views desc, id))::text
    from (
      select id, name, status_id, (playlist.views - coalesce(own_views, 0))::int as all_views, coalesce(total.unique_views, 0)::int as unique_views,
        coalesce(followers, 0) as followers, (select coalesce(sum(channel_view_count.views), 0)::int from channel_view_count
          where channel_view_count.playlist_key = playlist.key and tv_channel_id is null and viewers <> 'o'
            and quarter >= quarter_hour(now() - interval '7 days')) as recent_views
      from playlist left join channel_view_total as total on total.playlist_key = playlist.key left join playlist_count on playlist_count.playlist_key = playlist.key
      where owner_id = $1 and kind <> 'watch_later') as item`,
}
