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
  const left = items[Symbol.iterator]()
  let isEnded = false
  const next = async () => {
    try {
      while (!isEnded) {
        if (await isOver()) isEnded = true
        if (isEnded) return
        const { value, done } = left.next()
        if (done) return
        await work(value)
      }
    } catch (error) {
      isEnded = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, next))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
