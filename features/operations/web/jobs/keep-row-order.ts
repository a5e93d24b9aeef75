interface Row {
  id: string
}

/**
 * Returns the former rows in their order, with current data, and then the rows of further pages. A row that has left the list stays as it
 * was. New rows between former rows are left out.
 */
export function keepRowOrder<T extends Row>(previous: readonly T[], now: readonly T[]): readonly T[] {
  if (previous.length === 0) return now
  const byId = new Map(now.map((row) => [row.id, row]))
  const previousIds = new Set(previous.map(({ id }) => id))
  const lastPrevious = now.findLastIndex(({ id }) => previousIds.has(id))
  const newRows = lastPrevious < 0 ? [] : now.slice(lastPrevious + 1)
  return [...previous.map((row) => byId.get(row.id) ?? row), ...newRows]
}
