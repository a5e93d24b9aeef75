import type { Db } from '#kit/server/db/db.ts'
import { taxIn } from '#features/wallet/money.ts'
import { type Posting, postToLedger } from '#features/wallet/server/queries/ledger.ts'
import type { Period } from './queries/subscriptions.ts'

/** The charge of a period. */
export interface Charge {
  userId: string
  tierName: string
  /** In cents, with tax. */
  price: number
  vatPercent: number
  /** The redeemed coupon's code. */
  coupon?: string | undefined
  /** Time of the charge. Default: now. */
  at?: Date
}

/** Returns the posting of a charge, without its cause. A price of 0 also gets entries, of 0 cents, so that it has a receipt. */
export function createPosting({ userId, tierName, price, vatPercent, coupon, at }: Charge): Omit<Posting, 'cause'> {
  const vat = taxIn(price, vatPercent)
  const details = { tier_name: tierName, vat_percent: vatPercent, ...(coupon !== undefined && { coupon }) }
  return { userId, amount: 0 - price, site: { revenue: price - vat, vat }, details, at }
}

/**
 * Charges the wallet for a period, at most once.
 * @returns the transaction's id; null if the period was already charged
 * @throws 422 `balance`
 */
export const chargePeriod = (tx: Db, period: Period, charge: Charge): Promise<string | null> =>
  postToLedger(tx, { cause: { type: 'subscription', id: `${period.subscription_id}:${period.starts_at}` }, ...createPosting(charge) })
