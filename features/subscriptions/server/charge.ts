import type { Db } from '#kit/server/db/db.ts'
import { taxIn } from '#features/wallet/money.ts'
import { type Posting, postToLedger } from '#features/wallet/server/queries/ledger.ts'
import type { Period } from './queries/subscriptions.ts'

/** The charge of a period. */
export interface Charge {
  userId: string
  tierName: string
  /** Cents, tax included. */
  price: number
  vatPercent: number
  /** Code of the redeemed coupon. */
  coupon?: string | undefined
  /** Time of the charge; now by default. */
  at?: Date
}

/** Returns the posting of a charge, without its cause. A price of 0 posts entries of zero cents, so that it has a receipt. */
export function postingOf({ userId, tierName, price, vatPercent, coupon, at }: Charge): Omit<Posting, 'cause'> {
  const vat = taxIn(price, vatPercent)
  const details = { tier_name: tierName, vat_percent: vatPercent, ...(coupon !== undefined && { coupon }) }
  return { userId, amount: 0 - price, site: { revenue: price - vat, vat }, details, at }
}

/**
 * Charges the wallet for a period, once.
 * @returns the transaction's id; null if the period was charged before
 * @throws 422 `balance`
 */
export const chargePeriod = (tx: Db, period: Period, charge: Charge): Promise<string | null> =>
  postToLedger(tx, { cause: { type: 'subscription', id: `${period.subscription_id}:${period.starts_at}` }, ...postingOf(charge) })
