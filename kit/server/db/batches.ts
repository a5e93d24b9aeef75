import { type Db, waitWithinScope } from './db.ts'
import { createFairQueue } from '../fair-queue.ts'

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
  const enqueue = createFairQueue({ concurrency: Infinity, concurrencyPerKey: 1, maxWaiting: Infinity })
  /** Batches that still take items, by key. */
  const open = new Map<string, Batch<Item, Result>>()

  function begin(key: string): Batch<Item, Result> {
    const items: Item[] = []
    const written = enqueue(
      () => {
        if (open.get(key)?.items === items) open.delete(key)
        return write(items as [Item, ...Item[]])
      },
      { key },
    )
    return { items, written }
  }

  return (db, key, item) => {
    let batch = open.get(key)
    if (!batch || batch.items.length >= maxItems) open.set(key, (batch = begin(key)))
    batch.items.push(item)
    return waitWithinScope(db, batch.written)
  }
}
