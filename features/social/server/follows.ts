import { createBatches } from '#kit/server/db/batches.ts'
import type { Db } from '#kit/server/db/db.ts'
import { maxFollows } from '../rules.ts'
import { addFollows, deleteFollows, type Following } from './queries/follows.ts'

/** A user follows or unfollows a thing. */
interface FollowChange {
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
export function createFollowWriter(lasting: Db): (db: Db, change: FollowChange) => Promise<Outcome> {
  const write = createBatches(async (changes: readonly [FollowChange, ...FollowChange[]]) => {
    const [{ thing }] = changes
    // The last change per user wins.
    const last = new Map(changes.map(({ userId, follows }) => [userId, follows]))
    const who = (wanted: boolean) => [...last].flatMap(([userId, follows]) => (follows === wanted ? userId : []))
    const [added, removed] = [who(true), who(false)]
    if (removed.length) await deleteFollows(lasting, removed, thing)
    const { followers, following } = await addFollows(lasting, added, thing, maxFollows)
    return { followers, following: new Set(following), added: new Set(added) }
  })
  return async (db, change) => {
    const { followers, following, added } = await write(db, `${change.thing.type}:${change.thing.key}`, change)
    const isFollowed = following.has(change.userId)
    return { isFollowed, isRefused: added.has(change.userId) && !isFollowed, followers }
  }
}
