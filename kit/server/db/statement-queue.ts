import { type Db, waitWithinScope } from './db.ts'
import { createFairQueue, type EnqueueOptions, type FairQueueOptions } from '../fair-queue.ts'

/**
 * Runs costly reads a few at a time, so that however many callers ask for them, others find connections and the database's processors
 * free. Keys are served round robin. The wait for a turn counts in the caller's time for statements.
 * @throws QueueFull when too many wait; StatementEnded when the caller's time is over before its turn comes; the signal's reason
 */
export function createStatementQueue(options: Pick<FairQueueOptions, 'concurrency' | 'maxWaiting'>) {
  const enqueue = createFairQueue(options)
  return <T>(db: Db, work: () => Promise<T>, { key, signal }: EnqueueOptions): Promise<T> => {
    const ended = new AbortController()
    const turn = enqueue(work, { key, signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal })
    return waitWithinScope(db, turn, (reason) => ended.abort(reason))
  }
}
