import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'
import { ledgerPosting, refuseUncovered, taxIn } from '#features/wallet/server/queries/ledger.ts'

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
  at?: Date | undefined
}
/** A charge in a statement, whose other values may be columns. */
interface ChargeSql extends Pick<Charge, 'userId' | 'vatPercent' | 'coupon' | 'at'> {
  /** The subscription's id, a colon, and the start of the period. */
  period: string | RawBuilder<string>
  tierName: RawBuilder<string>
  /** A bigint, because it is subtracted from other values. */
  price: RawBuilder<number>
}

/** SQL: charges the wallet, and returns the transaction's id. A price of 0 also gets entries, of 0 cents, so that it has a receipt. */
export function chargeSql({ period, userId, tierName, price, vatPercent, coupon, at }: ChargeSql) {
  const vat = taxIn(price, vatPercent)
  const couponDetail = coupon === undefined ? sql`` : sql`, 'coupon', ${coupon}::text`
  return ledgerPosting({
    cause: { type: 'subscription', id: period },
    userId,
    amount: sql<number>`-${price}`,
    site: { revenue: sql<number>`${price} - ${vat}`, vat },
    details: sql<string>`jsonb_build_object('tier_name', ${tierName}, 'vat_percent', ${vatPercent}::numeric${couponDetail})`,
    at,
  })
}

export interface Period {
  subscription_id: string
  /** Time with microseconds. */
  starts_at: string
}
const chargeQuery = prepareOne(
  (_: Db, period: string, { tierName, price, ...charge }: Charge) => sql<{ id: string | null }>`
    select ${chargeSql({ ...charge, period, tierName: sql<string>`${tierName}::text`, price: sql<number>`${price}::bigint` })} as id`,
)
/**
 * Charges the wallet for a period, at most once.
 * @returns the transaction's id; null if the period was already charged
 * @throws 422 `balance`
 */
export async function chargePeriod(tx: Db, { subscription_id: id, starts_at: start }: Period, charge: Charge): Promise<string | null> {
  const row = await chargeQuery(tx, `${id}:${start}`, charge).catch(refuseUncovered)
  return row?.id ?? null
}
