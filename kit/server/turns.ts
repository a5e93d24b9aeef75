import { isDatabaseAway } from './db.ts'

/** Milliseconds in line after which somebody does not try any more what has just failed for the one in front. */
const patience = 3000

/**
 * Changes of the same things wait for each other here, before they take a connection: in the database, whoever waits for a row
 * holds a connection meanwhile, and a few hundred changes of one thing at once would leave none for everybody else. What holds
 * across instances is still the row's lock.
 * @returns a function that runs `work` once nobody else works on any of `keys`, first come first served
 */
export function createTurns(): <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T> {
  /** What stands last in line for each key: ends with the error when the database was away. */
  const lines = new Map<string, Promise<unknown>>()

  return (keys, work) => {
    const arrived = Date.now()
    const ahead = keys.flatMap((key) => lines.get(key) ?? [])
    const turn = (async () => {
      const away = (await Promise.all(ahead)).find(Boolean)
      // Each of a long line would otherwise find out for itself, one after the other.
      if (away && Date.now() - arrived > patience) throw away
      return work()
    })()
    const ended = turn.then(
      () => undefined,
      (error: unknown) => (isDatabaseAway(error) ? error : undefined),
    )
    for (const key of keys) lines.set(key, ended)
    void ended.finally(() => {
      for (const key of keys) if (lines.get(key) === ended) lines.delete(key)
    })
    return turn
  }
}
