export const couponLimits = {
  /** Maximum discount in cents. */
  amount: 50_000,
  /** Maximum number of codes in a batch. */
  batch: 10_000,
  codeLength: { min: 4, max: 32 },
} as const

/** Codes and names used in example calls. */
export const subscriptionsExamples = { code: 'WELCOME50', newCode: 'SUMMER25', coupon: 'Cp7Hy3DsA9q', purchase: 'Pu6Kt4VnX2m' } as const

/** Returns a coupon code as stored, in upper case. Returns undefined if it can't be a code. */
export function normaliseCode(typed: string): string | undefined {
  const code = typed.trim()
  // Tested before changing the case: the upper case of ß and ſ is among A–Z.
  return /^[A-Za-z0-9]{4,32}$/.test(code) ? code.toUpperCase() : undefined
}

/** Returns the discount in cents, at most the price. Discounts by percentage are rounded to the nearest cent, half up. */
export const discountOf = (price: number, coupon: { percent: number | null; amount: number | null }): number =>
  Math.min(price, coupon.amount ?? Math.floor((price * (coupon.percent ?? 0) + 50) / 100))
