import { type Db, waitWithinScope } from './db.ts'
import { createFairQueue } from '../fair-queue.ts'

/** Maximum items of a batch; more make several batches. */
const maxItems = 1000

interface Batch<Item, Result> {
  items: Item[]
  result: Promise<Result>
}

/**
 * Batches concurrent reads or changes of the same key: while a batch runs, new items join the next one. Many simultaneous calls then need
 * one connection and few statements, instead of one waiting connection each.
 * @param run reads or writes the items of one batch (all of one key), in order of arrival
 * @returns a function that adds an item and returns its batch's result, within the time budget of `db`. An error fails the whole batch
 */
export function createBatches<Item, Result>(
  run: (items: readonly [Item, ...Item[]]) => Promise<Result>,
): (db: Db, key: string, item: Item) => Promise<Result> {
  const enqueue = createFairQueue({ concurrency: Infinity, concurrencyPerKey: 1, maxWaiting: Infinity })
  /** Batches that still accept items, by key. */
  const open = new Map<string, Batch<Item, Result>>()

  function begin(key: string): Batch<Item, Result> {
    const items: Item[] = []
    const result = enqueue(
      () => {
        if (open.get(key)?.items === items) open.delete(key)
        return run(items as [Item, ...Item[]])
      },
      { key },
    )
    return { items, result }
  }

  return (db, key, item) => {
    let batch = open.get(key)
    if (!batch || batch.items.length >= maxItems) open.set(key, (batch = begin(key)))
    batch.items.push(item)
    return waitWithinScope(db, batch.result)
  }
}
