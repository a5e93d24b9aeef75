import type { Db } from '#kit/server/db.ts'
import { createKeyedMutex } from '#kit/server/keyed-mutex.ts'
import { addLikes, deleteLikes, type Liked } from './queries/likes.ts'

/** All likes of a thing update the same counter row, for which they would wait with a connection each. */
const inTurn = createKeyedMutex()

/**
 * Likes or unlikes a thing.
 * @returns its like count
 * @throws a foreign key error when the thing was deleted concurrently
 */
export const writeLike = (db: Db, userId: string, thing: Liked, liked: boolean): Promise<number> =>
  inTurn(db, [`${thing.type}:${thing.key}`], async () => {
    if (!liked) await deleteLikes(db, [userId], thing)
    return addLikes(db, liked ? [userId] : [], thing)
  })
