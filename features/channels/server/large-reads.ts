import type { Db } from '#kit/server/db/db.ts'
import type { EnqueueOptions } from '#kit/server/fair-queue.ts'
import { createStatementQueue } from '#kit/server/db/statement-queue.ts'

/** Length in characters of a large response: a channel of about 400 videos. */
const largeLength = 512 * 1024
const maxRemembered = 10_000

/**
 * Returns a function that limits reads of large things to three connections per instance, so that other requests aren't delayed. The
 * connections are shared fairly by `key`. The previous response shows whether a thing is large. Until its first response arrives, other
 * reads of the same thing are queued too.
 */
export function createLargeReads() {
  const queue = createStatementQueue({ concurrency: 3, maxWaiting: 200 })
  /** Size by id, most recent last; undefined while the first read is in progress. */
  const isLarge = new Map<string, boolean | undefined>()

  return async <T extends string>(db: Db, id: string, read: () => Promise<T>, options: EnqueueOptions): Promise<T> => {
    const waits = isLarge.has(id) && isLarge.get(id) !== false
    if (!isLarge.has(id)) remember(id, undefined)
    try {
      const answer = await (waits ? queue(db, read, options) : read())
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
