import { type Db, waitWithinScope } from './db.ts'

/** More of them are several batches, one after the other. */
const maxItems = 1000

interface Batch<Item, Result> {
  items: Item[]
  written: Promise<Result>
}

/**
 * Changes of one thing that many ask for at once are written together: while one batch is written, what comes meanwhile is the next. So
 * a crowd takes one connection and a few statements, where each by itself would hold a connection while it waits for the same row.
 * @param write gets the items of a batch, all of one key, in the order of asking
 * @returns a function that has an item written: the result of its batch, within the time that the caller's statements (`db`) have
 * together; what fails fails for all of the batch
 */
export function createBatches<Item, Result>(
  write: (items: readonly [Item, ...Item[]]) => Promise<Result>,
): (db: Db, key: string, item: Item) => Promise<Result> {
  /** Batches that still take items, and the end of the latest batch, by key. */
  const open = new Map<string, Batch<Item, Result>>()
  const latest = new Map<string, Promise<unknown>>()

  function begin(key: string): Batch<Item, Result> {
    const items: Item[] = []
    const ahead = latest.get(key) ?? Promise.resolve()
    const written = ahead.then(() => {
      if (open.get(key)?.items === items) open.delete(key)
      return write(items as [Item, ...Item[]])
    })
    const ended = Promise.allSettled([written])
    latest.set(key, ended)
    void ended.then(() => latest.get(key) === ended && latest.delete(key))
    return { items, written }
  }

  return async (db, key, item) => {
    let batch = open.get(key)
    if (!batch || batch.items.length >= maxItems) open.set(key, (batch = begin(key)))
    batch.items.push(item)
    await waitWithinScope(db, batch.written)
    return batch.written
  }
}
