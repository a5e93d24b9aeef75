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

/** A thing that goes at this moment takes its likes along: none of the two waits for the other. */
export const deleteLikes = (db: Db, userIds: readonly string[], thing: Liked) => {
  const { videoId, playlistKey } = namesOf(thing)
  return sql`select remove_likes(${[...userIds]}::text[], ${videoId}::text, ${playlistKey}::bigint)`.execute(db)
}
