import type { Db } from '#kit/server/db/db.ts'
import type { EnqueueOptions } from '#kit/server/fair-queue.ts'
import { createStatementQueue } from '#kit/server/db/statement-queue.ts'

/** Length in characters of a large response: a channel of about 400 videos. */
const minLargeLength = 512 * 1024
const maxRememberedIds = 10_000

/**
 * Returns a function that limits reads of large things to three connections per instance, so that other requests aren't delayed. Keys share
 * the connections fairly. The last response of a thing shows whether it is large. During the first read of a thing, further reads of it are
 * queued too.
 */
export function createLargeReads() {
  const queue = createStatementQueue({ concurrency: 3, maxWaiting: 200 })
  /** Whether each thing is large, by id, most recent last; undefined during the first read. */
  const isLarge = new Map<string, boolean | undefined>()

  return async <T extends string>(db: Db, id: string, read: () => Promise<T>, options: EnqueueOptions): Promise<T> => {
    const waits = isLarge.has(id) && isLarge.get(id) !== false
    if (!isLarge.has(id)) noteSize(id, undefined)
    try {
      const response = await (waits ? queue(db, read, options) : read())
      noteSize(id, response.length >= minLargeLength)
      return response
    } catch (error) {
      if (isLarge.get(id) === undefined) isLarge.delete(id)
      throw error
    }
  }

  function noteSize(id: string, large: boolean | undefined) {
    isLarge.delete(id)
    isLarge.set(id, large)
    const [oldest] = isLarge.keys()
    if (isLarge.size > maxRememberedIds && oldest !== undefined) isLarge.delete(oldest)
  }
}
