// The floor of TV flows: the responses that a guest gets, each by one statement with one parameter.
const isoTime = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const channelJson = `json_build_object('id', tv_channel.id, 'number', tv_channel.number, 'name', tv_channel.name,
  'logoId', '/media/pictures/' || tv_channel.picture_id || '/960.webp', 'kind', tv_channel.kind, 'groups', tv_channel.groups, 'is_followed', false, 'has_buttons', false,
  'adult', tv_channel.adult, 'is_locked', false, 'tiers', '[]'::json, 'geo_blocked', false, 'is_protected', tv_channel.is_protected,
  'liveStreamUrl', tv_channel.stream_url, 'stream_kind', tv_channel.stream_kind,
  'needs_headers', tv_channel.stream_headers <> '{}',
  'is_relayed', exists (select from tv_source where tv_source.id = tv_channel.source_id and tv_source.is_relayed), 'live_thumb', null, 'dvrStreamBaseUrl', tv_channel.dvr_base,
  'dvrStreamBaseUrlExtension', tv_channel.dvr_extension, 'catchup_days', tv_channel.catchup_days)`
const programmeJson = `json_build_object('id', programme.id, 'title', programme.title, 'subtitle', programme.sub_title, 'category', programme.categories[1],
  'startTime', ${isoTime('programme.starts_at')}, 'stopTime', ${isoTime('programme.stops_at')})`
const dayProgrammeJson = `json_build_object('id', programme.id, 'title', programme.title, 'subtitle', programme.sub_title, 'episode', programme.episode_text,
  'description', coalesce(programme.description, ''), 'startTime', ${isoTime('programme.starts_at')}, 'stopTime', ${isoTime('programme.stops_at')},
  'poster', null, 'categories', programme.categories, 'rating', programme.rating, 'year', programme.year, 'is_new', programme.is_new,
  'is_repeat', programme.is_repeat,
  'fullStartTimeString', to_char(programme.starts_at at time zone 'Europe/Brussels', 'YYYY-MM-DD HH24:MI'),
  'watch', case when programme.starts_at > now() then 'upcoming' when programme.stops_at > now() then 'live' else 'over' end,
  'url', case when programme.starts_at <= now() and programme.stops_at > now() then tv_channel.stream_url end, 'start_over_url', null,
  'epg_url', '/en/tiers?channel=' || tv_channel.id || '&epgId=' || programme.id)`
const isShown = `not tv_channel.is_off and tv_channel.gone_at is null and not tv_channel.adult`
/** Limits the rows read: no programme in the benchmark's guide is longer than an hour. */
const isWithin = (from: string, to: string) => `programme.guide_channel_id = tv_channel.guide_channel_id
  and programme.starts_at > ${from} - interval '1 hour' and programme.starts_at < ${to} and programme.stops_at > ${from}`
const minutesSql = (column: string) => `round(extract(epoch from ${column} - now()) / 60)::int`

export const televisionStatements = {
  tv_day: `
    select json_build_object('series', json_agg(json_build_object('name', title, 'epg', epg) order by last desc nulls last, first))::text
    from (
      select programme.title, json_agg(${dayProgrammeJson} order by programme.starts_at) as epg, min(programme.starts_at) as first,
        max(programme.starts_at) filter (where programme.starts_at <= now()) as last
      from tv_channel join guide_programme as programme on ${isWithin("split_part($1, '_', 2)::timestamptz", "split_part($1, '_', 3)::timestamptz")}
      where tv_channel.id = split_part($1, '_', 1) and ${isShown} group by programme.title) as titles`,
  tv_grid: `
    with page as materialized (select * from tv_channel where ${isShown} order by position, id limit 50)
    select json_build_object('data', json_agg(json_build_object('channel', ${channelJson}, 'programmes', (
        select json_agg(${programmeJson} order by programme.starts_at) from guide_programme as programme
        where ${isWithin("split_part($1, '_', 1)::timestamptz", "split_part($1, '_', 2)::timestamptz")})) order by position, id),
      'next_cursor', (select rtrim(translate(encode(convert_to(format('[1,%s,"%s"]', position, id), 'utf8'), 'base64'), E'+/\\n', '-_'), '=')
        from page order by position desc, id desc limit 1))::text
    from page as tv_channel`,
  tv_now: `
    select json_build_object('at', ${isoTime('now()')}, 'ids', json_agg(id), 'now', json_agg(now_title), 'now_start', json_agg(now_start),
      'now_stop', json_agg(now_stop), 'next', json_agg(next_title), 'next_start', json_agg(next_start), 'next_stop', json_agg(next_stop))::text
    from (
      select tv_channel.id, latest.title as now_title, ${minutesSql('latest.starts_at')} as now_start, ${minutesSql('latest.stops_at')} as now_stop,
        coming.title as next_title, ${minutesSql('coming.starts_at')} as next_start, ${minutesSql('coming.stops_at')} as next_stop
      from tv_channel
        left join lateral (select * from guide_programme where guide_channel_id = tv_channel.guide_channel_id and starts_at <= now()
          order by starts_at desc limit 1) as latest on latest.stops_at > now()
        left join lateral (select * from guide_programme where guide_channel_id = tv_channel.guide_channel_id and starts_at > now()
          order by starts_at limit 1) as coming on true
      where ${isShown} and $1::text is not null order by tv_channel.position, tv_channel.id) as listed`,
} as const
