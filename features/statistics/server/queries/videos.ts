/** Figures of a channel's videos, of where its viewers came from, and of who watches now. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import { pictureAddress } from '#features/media/server/queries.ts'

/** Quarter hours of a range of days. */
interface Days {
  /** `YYYY-MM-DD`. */
  start: string
  /** Included. */
  end: string
  timeZone: string
}
const isIn = ({ start, end, timeZone }: Days) => sql`quarter >= quarter_hour(${start}::timestamp at time zone ${timeZone})
  and quarter < quarter_hour((${end}::date + 1)::timestamp at time zone ${timeZone})`
const keyOf = (playlistId: string) => sql`(select key from playlist where id = ${playlistId})`
/** SQL: the channel's videos, with the users who may edit it left out of `watch_position`. */
const isOwners = sql`(watch_position.user_id = playlist.owner_id or exists (
  select from team_member where team_member.user_id = watch_position.user_id and team_id = playlist.team_id and accepted_at is not null))`

export interface VideoFigures {
  id: string
  title: string
  image: string | null
  series_id: string | null
  is_deleted: boolean
  views: number
  viewers: number
  watched_seconds: number
  /** Viewers who reached 10, 20, … 100 %. */
  reached: number[]
}

/** Lists the most viewed videos of a range, with the kept positions of users other than owners, of all time. */
export const listVideoFigures = prepare(
  (_: Db, playlistId: string, days: Days, limit: number) => sql<VideoFigures>`
    with viewed as materialized (
      select item_id as id, (array_agg(series_id order by quarter desc))[1] as series_id, sum(views)::int as views
      from item_view_count where playlist_key = ${keyOf(playlistId)} and tv_channel_id is null and not is_own and ${isIn(days)}
      group by 1 order by 3 desc, 1 limit ${limit})
    select viewed.id, coalesce(video.title, '') as title, ${pictureAddress('video.picture_id')} as image, viewed.series_id, video.id is null as is_deleted, viewed.views,
      kept.viewers, kept.watched_seconds, kept.reached
    from viewed left join video on video.id = viewed.id
      cross join lateral (
        select count(*)::int as viewers, coalesce(sum(fraction * duration), 0)::float8 as watched_seconds, array[
          ${sql.join(Array.from({ length: 10 }, (_, tenth) => sql`count(*) filter (where fraction >= ${sql.lit((tenth + 1) / 10)})::int`))}] as reached
        from (
          select coalesce(watch_position.duration, nullif(video.duration, 0)) as duration, case when watched_at is not null then 1
            else least(1, watch_position.position / coalesce(watch_position.duration, nullif(video.duration, 0))) end as fraction
          from watch_position join playlist on playlist.id = ${playlistId}
          where watch_position.video_id = viewed.id and not ${isOwners} limit 20000) as got
        where duration is not null) as kept
    order by viewed.views desc, viewed.id`,
)

/** Lists where viewers came from, most views first. */
export const listSources = prepare(
  (_: Db, playlistId: string, days: Days) => sql<{ source: string; views: number }>`
    select source, sum(views)::int as views from view_source_count where playlist_key = ${keyOf(playlistId)} and ${isIn(days)}
    group by 1 order by 2 desc, 1 limit 50`,
)

export interface Path {
  from_id: string
  from_title: string
  to_id: string
  to_title: string
  viewers: number
}
/** Lists the videos that users watched next in the same channel, in the last `days`. Only paths that `least` users took. */
export const listPaths = prepare(
  (_: Db, playlistId: string, { days, least, limit }: { days: number; least: number; limit: number }) => sql<Path>`
    with step as (
      select user_id, video_id as to_id, lag(video_id) over (partition by user_id order by viewed_at, seq) as from_id, viewed_at,
        lag(viewed_at) over (partition by user_id order by viewed_at, seq) as from_at
      from (
        select view_action.user_id, video_id, viewed_at, seq from view_action, playlist
        where playlist.id = ${playlistId} and view_action.user_id <> coalesce(playlist.owner_id, '')
          and half_hour >= half_hour(now() - make_interval(days => ${days}::int))
          and video_id in (select video.id from series join video on video.series_id = series.id where series.playlist_id = ${playlistId})
        limit 20000) as viewed)
    select from_id, former.title as from_title, to_id, next.title as to_title, count(distinct user_id)::int as viewers
    from step join video as former on former.id = from_id join video as next on next.id = to_id
    where from_id <> to_id and viewed_at - from_at < interval '6 hours'
    group by 1, 2, 3, 4 having count(distinct user_id) >= ${least} order by 5 desc, 1, 3 limit ${limit}`,
)

/** Lists the videos that are playing, by playbacks that reported in the last `seconds`; owners are left out. */
export const listPlaying = prepare(
  (_: Db, playlistId: string, seconds: number) => sql<{ id: string; title: string; watching: number }>`
    select video.id, video.title, count(distinct coalesce(view_action.user_id, encode(view_action.visitor, 'hex')))::int as watching
    from view_process
      join view_action on view_action.id = view_process.view_action_id and view_action.half_hour = view_process.view_half_hour
      join video on video.id = view_action.video_id join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
    where playlist.id = ${playlistId} and view_process.ended_at is null and view_process.started_at > now() - interval '1 day'
      and view_process.reported_at > now() - make_interval(secs => ${seconds}::int) and view_action.user_id is distinct from playlist.owner_id
    group by 1, 2 order by 3 desc, 1 limit 20`,
)
