import { createBatches } from '#kit/server/batches.ts'
import type { Db } from '#kit/server/db.ts'
import { addLikes, deleteLikes, type Liked } from './queries/likes.ts'

/** Somebody likes a thing, or no longer. */
interface Wish {
  userId: string
  thing: Liked
  liked: boolean
}

/**
 * Writes likes. Those of one thing are written together, since all of them change the count in one row.
 * @param lasting a database that outlives the requests: a batch belongs to no single one of them
 * @returns a function that answers how many like the thing then. @throws a broken foreign key when it has gone meanwhile
 */
export function createLikeWriter(lasting: Db): (db: Db, wish: Wish) => Promise<number> {
  const write = createBatches(async (wishes: readonly [Wish, ...Wish[]]) => {
    const [{ thing }] = wishes
    // Of one person's the last one counts.
    const last = new Map(wishes.map(({ userId, liked }) => [userId, liked]))
    const who = (wanted: boolean) => [...last].flatMap(([userId, liked]) => (liked === wanted ? userId : []))
    const [added, removed] = [who(true), who(false)]
    if (removed.length) await deleteLikes(lasting, removed, thing)
    return addLikes(lasting, added, thing)
  })
  return (db, wish) => write(db, `${wish.thing.type}:${wish.thing.key}`, wish)
}
