import { createBatches } from '#kit/server/db/batches.ts'
import type { Db } from '#kit/server/db/db.ts'
import { addLikes, deleteLikes, type Liked } from './queries/likes.ts'

/** A user likes or unlikes a thing. */
interface LikeChange {
  userId: string
  thing: Liked
  liked: boolean
}

/**
 * Writes likes in batches per thing, because all of them update the same counter row.
 * @param lasting a database that outlives the requests, because a batch spans several
 * @returns a function that resolves with the like count. @throws a foreign key error when the thing was deleted concurrently
 */
export function createLikeWriter(lasting: Db): (db: Db, change: LikeChange) => Promise<number> {
  const write = createBatches(async (changes: readonly [LikeChange, ...LikeChange[]]) => {
    const [{ thing }] = changes
    // The last change per user wins.
    const last = new Map(changes.map(({ userId, liked }) => [userId, liked]))
    const who = (wanted: boolean) => [...last].flatMap(([userId, liked]) => (liked === wanted ? userId : []))
    const [added, removed] = [who(true), who(false)]
    if (removed.length) await deleteLikes(lasting, removed, thing)
    return addLikes(lasting, added, thing)
  })
  return (db, change) => write(db, `${change.thing.type}:${change.thing.key}`, change)
}
