/** Figures of all channels of an owner. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { DaySpan } from './audience.ts'

export interface ShownChannel {
  id: string
  name: string
  icon: string | null
  status_id: number
}
export interface ListedChannel extends ShownChannel {
  direct_publish: boolean
  watch_later: boolean
  views: number
  unique_views: number
  followers: number
  recent_views: number
}

const columns = sql`playlist.id, playlist.name, ${pictureAddress('playlist.picture_id')} as icon, playlist.status_id,
  playlist.kind = 'direct_publish' as direct_publish, playlist.kind = 'watch_later' as watch_later`

/** Lists an owner's channels, most watched in the last 7 days first. */
export const listFigures = prepare(
  (_: Db, owner: string, recentDays: number) => sql<ListedChannel>`
    select ${columns}, (playlist.views - coalesce(total.own_views, 0))::int as views, coalesce(total.unique_views, 0)::int as unique_views,
      coalesce(playlist_count.followers, 0) as followers, coalesce(recent.views, 0)::int as recent_views
    from playlist left join channel_view_total as total on total.playlist_key = playlist.key left join playlist_count on playlist_count.playlist_key = playlist.key
      cross join lateral (
        select sum(views) as views from channel_view_count
        where channel_view_count.playlist_key = playlist.key and tv_channel_id is null and viewers <> 'o'
          and quarter >= quarter_hour(now() - make_interval(days => ${recentDays}::int))) as recent
    where playlist.owner_id = ${owner} and playlist.kind <> 'watch_later'
    order by recent_views desc, views desc, playlist.id`,
)

/** Finds the channel whose figures are shown. */
export const findShownChannel = prepareOne(
  (_: Db, id: string) =>
    sql<ShownChannel & { direct_publish: boolean; watch_later: boolean }>`select ${columns} from playlist where id = ${id}`,
)

export interface BroadcastFigures {
  id: string
  channel: string
  logoId: string | null
  followed_count: number
  sharings_count: number
  unique_viewers_count: number
  viewers_count: number
}

/** Lists figures of a broadcaster's TV channels. @param span the days of a month */
export const listBroadcastFigures = prepare(
  (_: Db, owner: string, { first, next, timeZone }: DaySpan) => sql<BroadcastFigures>`
    with day as materialized (
      select quarter_hour(day at time zone ${timeZone}) as quarter from generate_series(${first}::timestamp, ${next}::timestamp, '1 day') as day
    ), span as materialized (select array_agg(quarter order by quarter) as days, min(quarter) as month_start, max(quarter) as month_end from day)
    select tv_channel.id, tv_channel.name as channel, ${pictureAddress('tv_channel.picture_id')} as "logoId",
      (coalesce(tv_channel_count.followers, 0) + later.unfollows)::int as followed_count, shared.shares::int as sharings_count,
      coalesce(viewed.unique_views, 0)::int as unique_viewers_count, coalesce(viewed.views, 0)::int as viewers_count
    from tv_channel cross join span left join tv_channel_count on tv_channel_count.tv_channel_id = tv_channel.id
      cross join lateral (
        select sum(views) as views, sum(views) filter (
          where coalesce(former_quarter < case viewers when 'u' then month_start else days[width_bucket(quarter, days)] end, true)) as unique_views
        from channel_view_count where channel_view_count.tv_channel_id = tv_channel.id and viewers <> 'o'
          and quarter >= month_start and quarter < month_end) as viewed
      cross join lateral (
        select coalesce(sum(shares), 0) as shares from tv_share_count
        where tv_share_count.tv_channel_id = tv_channel.id and quarter >= month_start and quarter < month_end) as shared
      cross join lateral (
        select coalesce(sum(case kind when 'unfollow' then 1 else -1 end), 0) as unfollows from follow_event
        where follow_event.tv_channel_id = tv_channel.id and happened_at >= to_timestamp(month_end * 900.0)) as later
    where tv_channel.owner_id = ${owner} order by tv_channel.position, tv_channel.id`,
)
