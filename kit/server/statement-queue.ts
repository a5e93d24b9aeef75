import { type Db, waitWithinScope } from './db.ts'
import { createFairQueue, type EnqueueOptions, type FairQueueOptions } from './fair-queue.ts'

/**
 * Costly reads that run a few at a time, so that however many ask for them, others find connections and the database's processors free.
 * Keys are served round robin. The wait for a turn counts in the time that the caller's statements have together.
 * @throws QueueFull when too many wait; StatementEnded when the caller's time is over before its turn comes; the signal's reason
 */
export function createStatementQueue(options: Pick<FairQueueOptions, 'concurrency' | 'maxWaiting'>) {
  const enqueue = createFairQueue(options)
  return async <T>(db: Db, work: () => Promise<T>, { key, signal }: EnqueueOptions): Promise<T> => {
    const ended = new AbortController()
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const done = enqueue(
      () => {
        begin()
        return work()
      },
      { key, signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal },
    )
    try {
      await waitWithinScope(db, Promise.race([begun, done]))
      return await done
    } catch (error) {
      ended.abort(error)
      // It is told by the wait that ended; what was dropped from the queue says the same once more.
      done.catch(() => undefined)
      throw error
    }
  }
}
