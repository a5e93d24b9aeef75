import type { Db } from '#kit/server/db/db.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { maxChangesPerDay, type FollowedType, type LikedType, maxFollows } from '../rules.ts'
import { type RestoredReference, restoreFollows, restoreLikes } from './queries/restored.ts'

interface FollowsAndLikes {
  follows: readonly RestoredReference<FollowedType>[]
  likes: readonly RestoredReference<LikedType>[]
}

/**
 * Restores a user's follows and likes from an archive, without notifications.
 * @returns the number of these things that the user follows or likes now @throws 429 as for single follows
 */
export async function restoreFollowsAndLikes(
  db: Db,
  limits: Pick<Limits, 'count'>,
  reader: Reader<User>,
  { follows, likes }: FollowsAndLikes,
): Promise<{ followed: number; liked: number }> {
  if (follows.length) assertAllowed(limits.count(`follows:${reader.user.id}`, maxChangesPerDay, Math.min(follows.length, maxFollows)))
  const followed = follows.length ? await db.transaction().execute((tx) => restoreFollows(tx, reader, follows)) : 0
  return { followed, liked: likes.length ? await restoreLikes(db, reader, likes) : 0 }
}
