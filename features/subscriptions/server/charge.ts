import type { Db } from '#kit/server/db/db.ts'
import { taxIn } from '#features/wallet/money.ts'
import { postToLedger } from '#features/wallet/server/queries/ledger.ts'
import type { Period } from './queries/subscriptions.ts'

export interface Charge {
  userId: string
  period: Period
  tierName: string
  /** Cents, tax included. */
  price: number
  vatPercent: number
  /** Code of the redeemed coupon. */
  coupon?: string | undefined
  /** Now by default. */
  at?: Date
}

/**
 * Charges the wallet for a period, once. A price of 0 posts entries of zero cents, so that it has a receipt.
 * @returns the transaction's id; null if the period was charged before
 * @throws 422 `balance`
 */
export function chargePeriod(tx: Db, { userId, period, tierName, price, vatPercent, coupon, at }: Charge): Promise<string | null> {
  const vat = taxIn(price, vatPercent)
  return postToLedger(tx, {
    cause: { type: 'subscription', id: `${period.subscription_id}:${period.starts_at}` },
    userId,
    amount: 0 - price,
    site: { revenue: price - vat, vat },
    details: { tier_name: tierName, vat_percent: vatPercent, ...(coupon !== undefined && { coupon }) },
    at,
  })
}
