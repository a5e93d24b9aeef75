import { createBatches } from '#kit/server/batches.ts'
import type { Db } from '#kit/server/db.ts'
import { maxFollows } from '../rules.ts'
import { addFollows, deleteFollows, type Following } from './queries/follows.ts'

/** A user follows or unfollows a thing. */
interface Wish {
  userId: string
  thing: Following
  follows: boolean
}
interface Outcome {
  isFollowed: boolean
  /** The follow was refused. */
  isRefused: boolean
  followers: number
}

/**
 * Writes follows in batches per followed thing, as likes are.
 * @param lasting a database that outlives the requests, because a batch spans several
 * @returns a function that resolves with the outcome; refuses users with {@link maxFollows}
 * @throws a foreign key error when the thing was deleted concurrently
 */
export function createFollowWriter(lasting: Db): (db: Db, wish: Wish) => Promise<Outcome> {
  const write = createBatches(async (wishes: readonly [Wish, ...Wish[]]) => {
    const [{ thing }] = wishes
    // The last change per user wins.
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
