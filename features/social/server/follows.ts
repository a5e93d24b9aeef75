import { createBatches } from '#kit/server/batches.ts'
import type { Db } from '#kit/server/db.ts'
import { maxFollows } from '../rules.ts'
import { addFollows, deleteFollows, type Following } from './queries/follows.ts'

/** Somebody follows a thing, or no longer. */
interface Wish {
  userId: string
  thing: Following
  follows: boolean
}
interface Outcome {
  isFollowed: boolean
  /** It was to be followed, and is not. */
  isRefused: boolean
  followers: number
}

/**
 * Writes follows. Those of one thing are written together, as likes are.
 * @param lasting a database that outlives the requests: a batch belongs to no single one of them
 * @returns a function that answers what became of it: who follows {@link maxFollows} already is refused.
 * @throws a broken foreign key when the thing has gone meanwhile
 */
export function createFollowWriter(lasting: Db): (db: Db, wish: Wish) => Promise<Outcome> {
  const write = createBatches(async (wishes: readonly [Wish, ...Wish[]]) => {
    const [{ thing }] = wishes
    // Of one person's the last one counts.
    const last = new Map(wishes.map(({ userId, follows }) => [userId, follows]))
    const who = (wanted: boolean) => [...last].flatMap(([userId, follows]) => (follows === wanted ? userId : []))
    const [added, removed] = [who(true), who(false)]
    if (removed.length) await deleteFollows(lasting, removed, thing)
    const { followers, following } = await addFollows(lasting, added, thing, maxFollows)
    return { followers, following: new Set(following), added: new Set(added) }
  })
  return async (db, wish) => {
    const { followers, following, added } = await write(db, `${wish.thing.type}:${wish.thing.key}`, wish)
    const isFollowed = following.has(wish.userId)
    return { isFollowed, isRefused: added.has(wish.userId) && !isFollowed, followers }
  }
}
