import { type Db, waitWithinScope } from './db/db.ts'

/**
 * Serializes changes of the same things in this process, before they take a connection. Without this, each change that waits for a row
 * would hold a connection, and a few hundred changes of one thing would exhaust the pool. Across instances, the row lock still applies. The
 * wait counts in the caller's time budget.
 * @returns a function that runs `work` when no other work holds any of `keys`, first come, first served
 * @throws StatementEndedError if the caller's time ends before its turn
 */
export function createKeyedMutex(): <T>(db: Db, keys: readonly string[], work: () => Promise<T>) => Promise<T> {
  /** By key: resolves when all work queued so far has ended. */
  const lastWork = new Map<string, Promise<unknown>>()

  return (db, keys, work) => {
    const earlierWork = keys.flatMap((key) => lastWork.get(key) ?? [])
    const turn = earlierWork.length ? waitWithinScope(db, Promise.all(earlierWork)).then(work) : work()
    // A waiter that times out keeps its place, so order is preserved.
    const ended = Promise.allSettled([...earlierWork, turn])
    for (const key of keys) lastWork.set(key, ended)
    void ended.finally(() => {
      for (const key of keys) if (lastWork.get(key) === ended) lastWork.delete(key)
    })
    return turn
  }
}
