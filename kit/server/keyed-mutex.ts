import { type Db, waitWithinScope } from './db/db.ts'

/**
 * Changes of the same things wait for each other here, before they take a connection: in the database, whoever waits for a row
 * holds a connection meanwhile, and a few hundred changes of one thing at once would leave none for everybody else. What holds
 * across instances is still the row's lock. The wait counts in the time that the caller's statements have together.
 * @returns a function that runs `work` once nobody else works on any of `keys`, first come first served
 * @throws StatementEnded when the caller's time is over before its turn comes
 */
export function createKeyedMutex(): <T>(db: Db, keys: readonly string[], work: () => Promise<T>) => Promise<T> {
  /** Ends when all who came for a key so far are done. */
  const lines = new Map<string, Promise<unknown>>()

  return (db, keys, work) => {
    const ahead = keys.flatMap((key) => lines.get(key) ?? [])
    const turn = ahead.length ? waitWithinScope(db, Promise.all(ahead)).then(work) : work()
    // Whoever gives up waiting lets nobody pass those who are still ahead.
    const ended = Promise.allSettled([...ahead, turn])
    for (const key of keys) lines.set(key, ended)
    void ended.finally(() => {
      for (const key of keys) if (lines.get(key) === ended) lines.delete(key)
    })
    return turn
  }
}
