/** Finds the place of moved items in a list that other users change too. Pure, so that the web shows the same result as the server. */

/** A place next to neighbours, else at an index that doesn't count the moved items, else at the end. */
export interface InsertionPoint {
  index?: number | undefined
  /** Id of the item to go directly before. */
  before?: string | undefined
  /** Id of the item to go directly after. Takes precedence over `before`. */
  after?: string | undefined
}

/**
 * Finds the index of an insertion point in a list without the moved items.
 * @returns the index, and whether it is only close to the requested place because a neighbour is gone
 */
export function findInsertionIndex(
  order: readonly string[],
  { index, before, after }: InsertionPoint,
): { index: number; placed: 'exact' | 'near' } {
  const [behind, ahead] = [after, before].map((id) => (id === undefined ? -1 : order.indexOf(id))) as [number, number]
  const isGone = (after !== undefined && behind < 0) || (before !== undefined && ahead < 0)
  const precision = isGone ? 'near' : 'exact'
  if (behind >= 0) return { index: behind + 1, placed: precision }
  if (ahead >= 0) return { index: ahead, placed: precision }
  return { index: Math.min(index ?? order.length, order.length), placed: precision }
}

/** Returns the insertion point at an index of a list without the moved items, by its neighbours. */
export const insertionPointAt = (order: readonly string[], index: number): InsertionPoint => ({
  index,
  ...(index > 0 && order[index - 1] !== undefined && { after: order[index - 1] }),
  ...(order[index] !== undefined && { before: order[index] }),
})
