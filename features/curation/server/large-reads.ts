import type { Db } from '#kit/server/db/db.ts'
import type { EnqueueOptions } from '#kit/server/fair-queue.ts'
import { createStatementQueue } from '#kit/server/db/statement-queue.ts'

/** Characters of an answer from which on it is large: a channel of some 400 videos. */
const largeLength = 512 * 1024
const maxRemembered = 10_000

/**
 * Reads of large things take three connections of an instance at most, fairly shared by `key`, so that others are answered meanwhile. How
 * large a thing is shows in its last answer; until the first one, all other reads of it wait like those of a large one.
 */
export function createLargeReads() {
  const inTurn = createStatementQueue({ concurrency: 3, maxWaiting: 200 })
  /** By id, the latest last; undefined: its first read is on its way. */
  const isLarge = new Map<string, boolean | undefined>()

  return async <T extends string>(db: Db, id: string, read: () => Promise<T>, options: EnqueueOptions): Promise<T> => {
    const waits = isLarge.has(id) && isLarge.get(id) !== false
    if (!isLarge.has(id)) remember(id, undefined)
    try {
      const answer = await (waits ? inTurn(db, read, options) : read())
      remember(id, answer.length >= largeLength)
      return answer
    } catch (error) {
      if (isLarge.get(id) === undefined) isLarge.delete(id)
      throw error
    }
  }

  function remember(id: string, large: boolean | undefined) {
    isLarge.delete(id)
    isLarge.set(id, large)
    const [oldest] = isLarge.keys()
    if (isLarge.size > maxRemembered && oldest !== undefined) isLarge.delete(oldest)
  }
}
