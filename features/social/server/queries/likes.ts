import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'
import type { LikedType } from '../../likes.ts'

/** The liked thing as in `liking` rows: a video by id, a channel by key. */
export interface Liked {
  type: LikedType
  key: string | number
}

/**
 * Makes the users like the target (idempotent). Skips users deleted concurrently. Locks users in order, to avoid deadlocks
 * between processes.
 * @returns its like count, which the database maintains
 * @throws a foreign key error when the target was deleted concurrently
 */
export async function addLikes(db: Db, userIds: readonly string[], thing: Liked): Promise<number> {
  return (await callAddLikes(db, userIds, namesOf(thing)))!.likes
}
interface Names {
  videoId: string | null
  playlistKey: string | null
}
const namesOf = ({ type, key }: Liked): Names =>
  type === 'video' ? { videoId: String(key), playlistKey: null } : { videoId: null, playlistKey: String(key) }
const callAddLikes = prepareOne(
  (_: Db, userIds: readonly string[], { videoId, playlistKey }: Names) =>
    sql<{ likes: number }>`select add_likes(${userIds}::text[], ${videoId}::text, ${playlistKey}::bigint) as likes`,
)

/** Deleting the target concurrently deletes its likes: neither waits for the other. */
export const deleteLikes = (db: Db, userIds: readonly string[], thing: Liked) => {
  const { videoId, playlistKey } = namesOf(thing)
  return sql`select remove_likes(${[...userIds]}::text[], ${videoId}::text, ${playlistKey}::bigint)`.execute(db)
}
