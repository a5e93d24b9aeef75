/** Amounts of euros: integer cents in the code, decimal strings on the wire. */

/** Smallest and largest top-up, in cents. */
export const topUpLimits = { min: 100, max: 50_000, offered: [2_000, 5_000, 10_000] } as const

/** Returns the cents of `20`, `20.5`, `20,50` or the number 20.5. Returns undefined for anything else, such as fractions of cents. */
export function parseAmount(input: unknown): number | undefined {
  const text = typeof input === 'number' ? String(input) : typeof input === 'string' ? input.trim() : ''
  const [, euros, cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  return euros === undefined ? undefined : Number(euros) * 100 + Number(cents.padEnd(2, '0'))
}

/** Formats cents for the wire: `4.99`, `-20.00`. */
export function formatAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
