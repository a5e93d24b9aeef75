import { createFairQueue } from './fair-queue.ts'

/**
 * Does all of these in their order, so many side by side. Once one fails no other is begun, and none is under way any more when that is told:
 * whoever tries again is alone with them.
 * @param isOver asked before each; once it answers true the rest is left
 */
export async function sideBySide<T>(
  items: readonly T[],
  { atOnce, isOver }: { atOnce: number; isOver: () => boolean | Promise<boolean> },
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const enqueue = createFairQueue({ concurrency: atOnce, maxWaiting: Infinity })
  let isEnded = false
  const doNext = async (item: T) => {
    if (isEnded) return
    try {
      if (await isOver()) isEnded = true
      if (!isEnded) await work(item)
    } catch (error) {
      isEnded = true
      throw error
    }
  }
  const ends = await Promise.allSettled(items.map((item) => enqueue(() => doNext(item))))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
