interface Row {
  id: string
}

/**
 * Returns the held rows as they are now, with those of further pages behind them. Rows that left the list stay as they were, and new ones
 * among the held rows are left out.
 */
export function holdRows<T extends Row>(held: readonly T[], now: readonly T[]): readonly T[] {
  if (held.length === 0) return now
  const byId = new Map(now.map((row) => [row.id, row]))
  const heldIds = new Set(held.map(({ id }) => id))
  const lastHeld = now.findLastIndex(({ id }) => heldIds.has(id))
  const further = lastHeld < 0 ? [] : now.slice(lastHeld + 1)
  return [...held.map((row) => byId.get(row.id) ?? row), ...further]
}
