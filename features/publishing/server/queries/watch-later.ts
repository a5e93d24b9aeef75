import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'
import type { WatchedChoice } from '../../rules.ts'

/** Finds a link, or a copy of a video, in a channel. */
export const findWatchLaterItem = (db: Db, playlistId: string, item: { video_id: string } | { src: string }) =>
  db
    .selectFrom('video')
    .innerJoin('series', 'series.id', 'video.series_id')
    .select(['video.id', 'video.series_id'])
    .where('series.playlist_id', '=', playlistId)
    .where((eb) =>
      'src' in item
        ? eb('video.src', '=', item.src)
        : eb.or([eb('video.copied_video_id', '=', item.video_id), eb('video.id', '=', item.video_id)]),
    )
    .orderBy('series.position')
    .orderBy('video.position')
    .limit(1)
    .executeTakeFirst()

const findWatchedChoice = prepareOne((db: Db, userId: string) =>
  db
    .selectFrom('watch_later_choice')
    .select((eb) => eb.ref('seen').$castTo<WatchedChoice>().as('seen'))
    .where('user_id', '=', userId),
)

/** Finds where watched videos go: to the end, unless the user chose otherwise. */
export const findWatchLaterChoice = async (db: Db, userId: string): Promise<{ seen: WatchedChoice }> =>
  (await findWatchedChoice(db, userId)) ?? { seen: 'end' }

export const saveWatchedChoice = (db: Db, userId: string, seenChoice: WatchedChoice) =>
  db
    .insertInto('watch_later_choice')
    .values({ user_id: userId, seen: seenChoice })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ seen: seenChoice }))
    .execute()

export interface WatchedVideo {
  id: string
  series_id: string
  playlist_id: string
  goes: WatchedChoice
}
/**
 * Lists videos in Watch Later channels that their owners have watched since adding them, here or at the source. Omits videos that are
 * playing now. If an owner chose to move watched videos to the end, also omits those followed only by watched videos: they are at the end.
 */
export async function listWatchedVideos(db: Db, sinceSeconds: number, maxVideos: number): Promise<WatchedVideo[]> {
  const { rows } = await sql<WatchedVideo>`
    with lately as materialized (
      select distinct on (video.id) video.id, video.series_id, video.position, playlist.id as playlist_id, playlist.user_id,
        coalesce(choice.seen, 'end') as goes
      from watch_position
      join playlist on playlist.user_id = watch_position.user_id and playlist.kind = 'watch_later'
      join series on series.playlist_id = playlist.id
      join video on video.series_id = series.id and watch_position.video_id in (video.id, video.copied_video_id)
      left join watch_later_choice choice on choice.user_id = watch_position.user_id
      where watch_position.watched_at > now() - make_interval(secs => ${sinceSeconds}) and watch_position.watched_at > video.created_at
        and not exists (
          select from view_action join view_process on view_process.view_action_id = view_action.id and view_half_hour = half_hour
          where view_action.user_id = watch_position.user_id and view_action.video_id = watch_position.video_id
            and view_process.ended_at is null)
      order by video.id
    )
    select id, series_id, playlist_id, goes from lately
    where goes = 'out' or exists (
      select from video behind
      where behind.series_id = lately.series_id and behind.position > lately.position and not exists (
        select from watch_position seen
        where seen.user_id = lately.user_id and seen.video_id in (behind.id, behind.copied_video_id)
          and seen.watched_at > behind.created_at))
    order by playlist_id, position
    limit ${maxVideos}`.execute(db)
  return rows
}
