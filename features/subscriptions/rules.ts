export const couponLimits = {
  /** Cents. */
  amount: 50_000,
  /** Codes of one batch. */
  batch: 10_000,
  codeLength: { min: 4, max: 32 },
} as const

/** Things used in example calls. */
export const subscriptionsExamples = { code: 'WELCOME50', newCode: 'SUMMER25', coupon: 'Cp7Hy3DsA9q', purchase: 'Pu6Kt4VnX2m' } as const

/** Returns a coupon code as stored: letters and digits in upper case; undefined if it can't be one. */
export function normaliseCode(typed: string): string | undefined {
  const code = typed.trim()
  // Tested before, because other letters have capitals among these: ß, ſ.
  return /^[A-Za-z0-9]{4,32}$/.test(code) ? code.toUpperCase() : undefined
}

/** Returns the discount in cents: at most the price; percentages are rounded half up. */
export const discountOf = (price: number, coupon: { percent: number | null; amount: number | null }): number =>
  Math.min(price, coupon.amount ?? Math.floor((price * (coupon.percent ?? 0) + 50) / 100))
