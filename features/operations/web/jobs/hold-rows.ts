interface Row {
  id: string
}

/**
 * Returns the previous rows in their order, with current data, then those of further pages. Rows that left the list
 * stay unchanged. New rows among the previous rows are omitted.
 */
export function keepRowOrder<T extends Row>(previous: readonly T[], now: readonly T[]): readonly T[] {
  if (previous.length === 0) return now
  const byId = new Map(now.map((row) => [row.id, row]))
  const previousIds = new Set(previous.map(({ id }) => id))
  const lastPrevious = now.findLastIndex(({ id }) => previousIds.has(id))
  const further = lastPrevious < 0 ? [] : now.slice(lastPrevious + 1)
  return [...previous.map((row) => byId.get(row.id) ?? row), ...further]
}
