/** Sparse positions: what stands between two others gets a number half-way. Pure; the database's side is in queries/places.ts. */

/** How far apart neighbours are put: twenty times something can be put between the same two. */
export const gap = 2 ** 20

/** Positions for `count` things between two neighbours (undefined: none on that side); undefined when the gap is used up. */
export function between(before: number | undefined, after: number | undefined, count = 1): number[] | undefined {
  const step = before === undefined || after === undefined ? gap : Math.floor((after - before) / (count + 1))
  if (step < 1) return undefined
  const first = before === undefined && after !== undefined ? after - gap * count : (before ?? 0) + step
  return Array.from({ length: count }, (_, index) => first + index * step)
}

export interface Placed {
  id: string
  position: number
}

/**
 * The fewest writes that bring things into the order of the list: those of its longest rising run keep their positions. When a
 * gap is too narrow, all are numbered anew. Things without a position come from elsewhere, and are written in any case.
 */
export function planOrder(wanted: readonly (Placed | { id: string; position?: undefined })[]): Placed[] {
  const kept = longestRise(wanted.map(({ position }) => position))
  const moves: Placed[] = []
  for (let start = 0; start < wanted.length; start++) {
    if (kept.has(start)) continue
    let end = start
    while (end < wanted.length && !kept.has(end)) end++
    const places = between(wanted[start - 1]?.position, wanted[end]?.position, end - start)
    if (!places) return wanted.map(({ id }, index) => ({ id, position: (index + 1) * gap }))
    places.forEach((position, index) => moves.push({ id: wanted[start + index]!.id, position }))
    start = end
  }
  return moves
}

/** Indexes of a longest strictly rising subsequence of those that are numbers. */
function longestRise(values: readonly (number | undefined)[]): Set<number> {
  // tails[n]: where the smallest value stands that ends a rise of n + 1; previous: what came before it in that rise.
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
