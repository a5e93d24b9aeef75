/** Figures of a channel's videos, traffic sources and current viewers. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { shownTitle } from '#features/channels/server/queries/titles.ts'
import { pictureAddress } from '#features/media/server/queries.ts'

/** A range of days in a time zone. */
interface DayRange {
  /** `YYYY-MM-DD`. */
  start: string
  /** The last day, `YYYY-MM-DD`. */
  end: string
  timeZone: string
}
const isIn = ({ start, end, timeZone }: DayRange) => sql`quarter >= quarter_hour(${start}::timestamp at time zone ${timeZone})
  and quarter < quarter_hour((${end}::date + 1)::timestamp at time zone ${timeZone})`
const keyOf = (playlistId: string) => sql`(select key from playlist where id = ${playlistId})`
/** SQL on `playlist`: whether the user may edit the channel, as its owner or in a team. */
const isOwner = (user: RawBuilder<unknown>) => sql`(${user} = playlist.owner_id or exists (
  select from team_member where team_member.user_id = ${user} and team_id = playlist.team_id))`

export interface VideoFigures {
  id: string
  title: string
  image: string | null
  series_id: string | null
  is_deleted: boolean
  views: number
  watched_seconds: number
  viewers: number
  /** Number of viewers who reached 10, 20, … 100 %. */
  reached: number[]
}

/**
 * Lists the most viewed videos of a range. Counts how far users got by their stored positions, which may be from before the range; ignores
 * owners. A video that was moved to another user's channel has views but no positions.
 */
export const listVideoFigures = prepare(
  (_: Db, reader: Reader, playlistId: string, days: DayRange, limit: number) => sql<VideoFigures>`
    with viewed as materialized (
      select item_id as id, (array_agg(series_id order by quarter desc))[1] as series_id, sum(views)::int as views
      from item_view_count where playlist_key = ${keyOf(playlistId)} and tv_channel_id is null and not is_own and ${isIn(days)}
      group by 1 order by 3 desc, 1 limit ${limit}),
    shown as materialized (
      select video.id, ${shownTitle(reader)} as title, ${pictureAddress('video.picture_id')} as image, nullif(video.duration, 0) as duration
      from viewed join video on video.id = viewed.id join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
      where playlist.owner_id = (select owner_id from playlist where id = ${playlistId}))
    select viewed.id, coalesce(shown.title, '') as title, shown.image, viewed.series_id, shown.id is null as is_deleted, viewed.views,
      played.watched_seconds, kept.viewers, kept.reached
    from viewed left join shown on shown.id = viewed.id
      cross join lateral (
        select coalesce(sum(seconds), 0)::int as watched_seconds from watched_time
        where playlist_key = ${keyOf(playlistId)} and video_id = viewed.id and ${isIn(days)}) as played
      cross join lateral (
        select count(*)::int as viewers, array[
          ${sql.join(Array.from({ length: 10 }, (_, tenth) => sql`count(*) filter (where fraction >= ${sql.lit((tenth + 1) / 10)})::int`))}] as reached
        from (
          select coalesce(watch_position.duration, shown.duration) as duration, case when watched_at is not null then 1
            else least(1, watch_position.position / coalesce(watch_position.duration, shown.duration)) end as fraction
          from watch_position join playlist on playlist.id = ${playlistId}
          where watch_position.video_id = shown.id and not ${isOwner(sql.ref('watch_position.user_id'))} limit 20000) as got
        where duration is not null) as kept
    order by viewed.views desc, viewed.id`,
)

/** Lists where viewers came from, most views first. */
export const listSources = prepare(
  (_: Db, playlistId: string, days: DayRange) => sql<{ source: string; views: number }>`
    select source, sum(views)::int as views from view_source_count where playlist_key = ${keyOf(playlistId)} and ${isIn(days)}
    group by 1 order by 2 desc, 1 limit 50`,
)

export interface ViewingPath {
  from_id: string
  from_title: string
  to_id: string
  to_title: string
  viewers: number
}
/**
 * Lists the videos that users watched next in the same channel in the last `days`. Reads the latest 1,000 views of each video, and 20,000
 * in total. Omits paths that fewer than `least` users took.
 */
export const listViewingPaths = prepare(
  (_: Db, reader: Reader, playlistId: string, { days, least, limit }: { days: number; least: number; limit: number }) => sql<ViewingPath>`
    with shown as materialized (
      select video.id, ${shownTitle(reader)} as title
      from playlist join series on series.playlist_id = playlist.id join video on video.series_id = series.id where playlist.id = ${playlistId}
    ), step as (
      select user_id, video_id as to_id, lag(video_id) over (partition by user_id order by viewed_at, seq) as from_id, viewed_at,
        lag(viewed_at) over (partition by user_id order by viewed_at, seq) as from_at
      from (
        select viewed.user_id, video_id, viewed_at, seq from shown cross join lateral (
            select view_action.user_id, video_id, viewed_at, seq from view_action
            where video_id = shown.id and view_action.user_id is not null and half_hour >= half_hour(now() - make_interval(days => ${days}::int))
              and viewed_at > now() - make_interval(days => ${days}::int)
            order by viewed_at desc limit 1000) as viewed
          join playlist on playlist.id = ${playlistId} and not ${isOwner(sql.ref('viewed.user_id'))}
        order by viewed_at desc limit 20000) as viewed)
    select from_id, former.title as from_title, to_id, next.title as to_title, count(distinct user_id)::int as viewers
    from step join shown as former on former.id = from_id join shown as next on next.id = to_id
    where from_id <> to_id and viewed_at - from_at < interval '6 hours'
    group by 1, 2, 3, 4 having count(distinct user_id) >= ${least} order by 5 desc, 1, 3 limit ${limit}`,
)

/**
 * Counts who is watching: the users and guests, except owners, whose playback reported in the last `seconds`. Returns a row for each video,
 * and a row without a video for the total.
 */
export const listPlaying = prepare(
  (_: Db, reader: Reader, playlistId: string, seconds: number) => sql<{ id: string | null; title: string | null; watching: number }>`
    with playing as materialized (
      select video.id, ${shownTitle(reader)} as title, coalesce(view_action.user_id, encode(view_action.visitor, 'hex')) as viewer
      from view_process
        join view_action on view_action.id = view_process.view_action_id and view_action.half_hour = view_process.view_half_hour
        join video on video.id = view_action.video_id join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
      where playlist.id = ${playlistId} and view_process.ended_at is null and view_process.started_at > now() - interval '1 day'
        and view_process.reported_at > now() - make_interval(secs => ${seconds}::int)
        and (view_action.user_id is null or not ${isOwner(sql.ref('view_action.user_id'))}))
    select id, title, count(distinct viewer)::int as watching from playing group by grouping sets ((id, title), ())
    order by id is null desc, 3 desc, 1 limit 21`,
)
