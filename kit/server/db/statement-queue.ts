import { type Db, waitWithinScope } from './db.ts'
import { createFairQueue, type EnqueueOptions, type FairQueueOptions } from '../fair-queue.ts'

/**
 * Limits the concurrency of costly reads, so that connections and database CPU stay available for others. Keys are served round robin. The
 * wait counts in the caller's time for statements.
 * @throws QueueFullError if too many wait; StatementEndedError if the caller's time ends before its turn; the signal's reason
 */
export function createStatementQueue(options: Pick<FairQueueOptions, 'concurrency' | 'maxWaiting'>) {
  const enqueue = createFairQueue(options)
  return <T>(db: Db, work: () => Promise<T>, { key, signal }: EnqueueOptions): Promise<T> => {
    const ended = new AbortController()
    const turn = enqueue(work, { key, signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal })
    return waitWithinScope(db, turn, (reason) => ended.abort(reason))
  }
}
