interface Charge {
  next_charge_at: string | null
  next_charge: string | null
}

/** How many years {@link findBalanceEnd} looks ahead. */
export const yearsAhead = 5

const toCents = (euros: string): number => Math.round(Number(euros) * 100)

/** Returns the time some months later, or the last day of that month if it has no such day. */
function addMonths(iso: string, months: number): Date {
  const from = new Date(iso)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to
}

/**
 * Returns the time of the first monthly charge that the balance won't cover, at current prices. Undefined if there are no charges; `'long'`
 * if the balance covers all charges of the next {@link yearsAhead} years.
 */
export function findBalanceEnd(balance: string, subscriptions: readonly Charge[]): Date | 'long' | undefined {
  const charges = subscriptions.flatMap(({ next_charge_at: at, next_charge: amount }) =>
    at === null || amount === null || toCents(amount) === 0
      ? []
      : Array.from({ length: yearsAhead * 12 }, (_, month) => ({ at: addMonths(at, month), cents: toCents(amount) })),
  )
  if (charges.length === 0) return undefined
  let remainingCents = toCents(balance)
  for (const { at, cents } of charges.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    remainingCents -= cents
    if (remainingCents < 0) return at
  }
  return 'long'
}
