import type { Db } from '#kit/server/db.ts'
import { createKeyedMutex } from '#kit/server/keyed-mutex.ts'
import { maxFollows } from '../rules.ts'
import { addFollows, deleteFollows, type Following } from './queries/follows.ts'

/** All follows of a thing update the same counter row, for which they would wait with a connection each. */
const inTurn = createKeyedMutex()

/**
 * Follows or unfollows a thing; refuses to follow more than {@link maxFollows}.
 * @throws a foreign key error when the thing was deleted concurrently
 */
export const writeFollow = (
  db: Db,
  userId: string,
  thing: Following,
  follows: boolean,
): Promise<{ isFollowed: boolean; followers: number }> =>
  inTurn(db, [`${thing.type}:${thing.key}`], async () => {
    if (!follows) await deleteFollows(db, [userId], thing)
    const { followers, following } = await addFollows(db, follows ? [userId] : [], thing, maxFollows)
    return { isFollowed: following.length > 0, followers }
  })
