import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepareOne } from '#kit/server/prepare.ts'
import type { LikedType } from '../../likes.ts'

/** What is liked, as the rows of `liking` name it: a video by its id, a channel by its key. */
export interface Liked {
  type: LikedType
  key: string | number
}

/**
 * Has people like a thing; twice is once. Accounts that go meanwhile are left out. They are locked in one order, so that two processes never
 * wait for each other for ever.
 * @returns how many like it then: the database counts as likes come and go
 * @throws a broken foreign key when the thing has gone meanwhile
 */
export async function addLikes(db: Db, userIds: readonly string[], { type, key }: Liked): Promise<number> {
  const [videoId, playlistKey] = type === 'video' ? [String(key), null] : [null, String(key)]
  return (await callAddLikes(db, userIds, { videoId, playlistKey }))!.likes
}
const callAddLikes = prepareOne(
  (_: Db, userIds: readonly string[], { videoId, playlistKey }: { videoId: string | null; playlistKey: string | null }) =>
    sql<{ likes: number }>`select add_likes(${userIds}::text[], ${videoId}::text, ${playlistKey}::bigint) as likes`,
)

export const deleteLikes = (db: Db, userIds: readonly string[], { type, key }: Liked) =>
  db
    .deleteFrom('liking')
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .where(type === 'video' ? 'video_id' : 'playlist_key', '=', key)
    .execute()
