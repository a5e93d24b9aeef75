import type { Db } from '#kit/server/db.ts'
import { demand, type Limits } from '#kit/server/limits.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { LikedType } from '../likes.ts'
import { changesADay, type FollowedType, maxFollows } from '../rules.ts'
import { type Named, restoreFollows, restoreLikes } from './queries/restored.ts'

interface Marks {
  follows: readonly Named<FollowedType>[]
  likes: readonly Named<LikedType>[]
}

/**
 * Has somebody follow and like again what they did where they come from. Nobody is told.
 * @returns how many of these they follow and like then. @throws 429 as for follows one by one
 */
export async function restoreMarks(
  db: Db,
  limits: Pick<Limits, 'count'>,
  reader: Reader<User>,
  { follows, likes }: Marks,
): Promise<{ followed: number; liked: number }> {
  if (follows.length) demand(limits.count(`follows:${reader.user.id}`, changesADay, Math.min(follows.length, maxFollows)))
  const followed = follows.length ? await db.transaction().execute((tx) => restoreFollows(tx, reader, follows)) : 0
  return { followed, liked: likes.length ? await restoreLikes(db, reader, likes) : 0 }
}
