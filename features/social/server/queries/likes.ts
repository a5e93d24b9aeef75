import { sql } from 'kysely'
import { type Db, exactIsoTime, isoTime } from '#kit/server/db/db.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import { jsonText } from '#kit/server/db/json-text.ts'
import type { Reader } from '#kit/server/reader.ts'
import { mayFind, videoLock, videoViewRestriction } from '#features/channels/server/queries/access.ts'
import { cardColumns, videoLocation } from '#features/channels/server/queries/columns.ts'
import type { LikedType } from '../../rules.ts'

/** Lists videos that the reader likes and may find, latest first, after `after`. */
export const listFavorites = prepare((db: Db, reader: Reader, limit: number, after: { time: string; id: string } | undefined) =>
  db
    .selectFrom('liking')
    .innerJoin('video', 'video.id', 'liking.video_id')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .select((eb) => [
      'video.id',
      exactIsoTime(sql.ref('liking.created_at')).as('time'),
      jsonText(db, eb, [
        ...cardColumns(reader)(eb),
        videoLocation.as('pivot'),
        'playlist.name as playlist_name',
        sql<boolean>`coalesce(${videoLock(reader)} = 'tier_required', false)`.as('is_locked'),
        isoTime(sql.ref('liking.created_at')).as('liked_at'),
      ]).as('json'),
    ])
    .where('liking.user_id', '=', reader.user?.id ?? '')
    .where(mayFind(reader))
    .where(videoViewRestriction(reader), 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(liking.created_at <= ${after?.time ?? ''}::timestamptz
          and (liking.created_at < ${after?.time ?? ''}::timestamptz or liking.video_id > ${after?.id ?? ''}))`,
      ),
    )
    .orderBy('liking.created_at', 'desc')
    .orderBy('liking.video_id')
    .limit(limit),
)

/** A liked thing as in rows of `liking`: a video by id, a channel by key. */
export interface LikeTarget {
  type: LikedType
  key: string | number
}

/**
 * Makes the users like the target (idempotent). Skips users deleted concurrently. Locks users in order, to avoid deadlocks between
 * processes.
 * @returns the target's like count, which the database maintains
 * @throws a foreign key error if the target was deleted concurrently
 */
export async function addLikes(db: Db, userIds: readonly string[], target: LikeTarget): Promise<number> {
  return (await callAddLikes(db, userIds, targetKeysOf(target)))!.likes
}
interface TargetKeys {
  videoId: string | null
  playlistKey: string | null
}
const targetKeysOf = ({ type, key }: LikeTarget): TargetKeys =>
  type === 'video' ? { videoId: String(key), playlistKey: null } : { videoId: null, playlistKey: String(key) }
const callAddLikes = prepareOne(
  (_: Db, userIds: readonly string[], { videoId, playlistKey }: TargetKeys) =>
    sql<{ likes: number }>`select add_likes(${userIds}::text[], ${videoId}::text, ${playlistKey}::bigint) as likes`,
)

/** Deletes likes. Doesn't wait for a concurrent deletion of the target, which deletes the same likes. */
export const deleteLikes = (db: Db, userIds: readonly string[], target: LikeTarget) => {
  const { videoId, playlistKey } = targetKeysOf(target)
  return sql`select remove_likes(${[...userIds]}::text[], ${videoId}::text, ${playlistKey}::bigint)`.execute(db)
}
