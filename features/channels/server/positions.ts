/** Sparse positions: an item between two others gets the number halfway. Pure; the SQL is in `queries/places.ts`. */

/** Distance between neighbours. Allows at least twenty insertions at the same place before renumbering. */
export const positionGap = 2 ** 20

/** Returns positions for `count` items between two neighbours (undefined: none on that side); undefined if the gap is used up. */
export function positionsBetween(before: number | undefined, after: number | undefined, count = 1): number[] | undefined {
  const step = before === undefined || after === undefined ? positionGap : Math.floor((after - before) / (count + 1))
  if (step < 1) return undefined
  const first = before === undefined && after !== undefined ? after - positionGap * count : (before ?? 0) + step
  return Array.from({ length: count }, (_, index) => first + index * step)
}

export interface PositionedItem {
  id: string
  position: number
}

/**
 * Returns the fewest writes that produce the given order. Items of the longest ascending run keep their positions. If a gap is too narrow,
 * all items get new positions. Items without a position come from another container and are always written.
 */
export function planOrder(order: readonly (PositionedItem | { id: string; position?: undefined })[]): PositionedItem[] {
  const unmoved = longestAscending(order.map(({ position }) => position))
  const moves: PositionedItem[] = []
  for (let start = 0; start < order.length; start++) {
    if (unmoved.has(start)) continue
    let end = start
    while (end < order.length && !unmoved.has(end)) end++
    const places = positionsBetween(order[start - 1]?.position, order[end]?.position, end - start)
    if (!places) return order.map(({ id }, index) => ({ id, position: (index + 1) * positionGap }))
    places.forEach((position, index) => moves.push({ id: order[start + index]!.id, position }))
    start = end
  }
  return moves
}

/** Returns the indexes of a longest strictly ascending subsequence; skips undefined values. */
function longestAscending(values: readonly (number | undefined)[]): Set<number> {
  // tails[n]: index of the smallest value that ends a run of n + 1 values. previous: index of its predecessor in that run.
  const tails: number[] = []
  const previous: (number | undefined)[] = []
  values.forEach((value, index) => {
    if (value === undefined) return
    let low = 0
    for (let high = tails.length; low < high;) {
      const middle = (low + high) >> 1
      if (values[tails[middle]!]! < value) low = middle + 1
      else high = middle
    }
    previous[index] = tails[low - 1]
    tails[low] = index
  })
  const rise = new Set<number>()
  for (let index = tails.at(-1); index !== undefined; index = previous[index]) rise.add(index)
  return rise
}
