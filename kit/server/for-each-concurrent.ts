import { createFairQueue } from './fair-queue.ts'

/**
 * Processes the items in order, with limited concurrency. After a failure, it starts no more items, and rejects when all started items have
 * ended, so that a retry never overlaps with them.
 * @param isOver checked before each item; true skips all further items
 */
export async function forEachConcurrent<T>(
  items: readonly T[],
  { concurrency, isOver }: { concurrency: number; isOver: () => boolean | Promise<boolean> },
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const enqueue = createFairQueue({ concurrency: concurrency, maxWaiting: Infinity })
  let isEnded = false
  const runNext = async (item: T) => {
    if (isEnded) return
    try {
      if (await isOver()) isEnded = true
      if (!isEnded) await work(item)
    } catch (error) {
      isEnded = true
      throw error
    }
  }
  const ends = await Promise.allSettled(items.map((item) => enqueue(() => runNext(item))))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
