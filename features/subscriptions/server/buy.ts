import { commonErrors } from '#kit/contract/problems.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { formatAmount } from '#features/wallet/money.ts'
import type { Subscription } from '../contract.ts'
import { subscriptionsErrors } from '../errors.ts'
import { discountOf } from '../rules.ts'
import { redeemCoupon } from './queries/coupons.ts'
import {
  beginSubscription,
  closeEndedSubscription,
  findSoldTier,
  listSubscriptions,
  type NewSubscription,
  type SoldTier,
} from './queries/subscriptions.ts'

interface PurchaseRequest {
  userId: string
  tierId: string
  /** The price that the user was shown, in cents. */
  shownPrice?: number | undefined
  /** The price of the first month that the user was shown, in cents. */
  shownFirstPrice?: number | undefined
  /** A normalized coupon code. `''` if the typed code can't be a code. */
  code?: string | undefined
  vatPercent: number
}

/** Finds a package. @throws 404, 409 if it is archived or one of the prices isn't its price any more */
async function findTierOnSale(db: Db, tierId: string, knownPrices: readonly number[]): Promise<SoldTier> {
  const tier = (await findSoldTier(db, tierId)) ?? fail(commonErrors.not_found)
  if (tier.is_archived) fail(subscriptionsErrors.tier_archived)
  if (knownPrices.some((price) => price !== tier.price)) fail(subscriptionsErrors.price_changed)
  return tier
}

/**
 * Refuses a coupon. If the user already has the package, refuses the purchase instead: in a repeated purchase, the first call has redeemed
 * the coupon.
 */
async function refuseCoupon(tx: Db, userId: string, tierId: string): Promise<never> {
  const [running] = await listSubscriptions(tx, userId, tierId)
  return running ? fail(subscriptionsErrors.already_subscribed) : refuseInvalidCoupon()
}

export const refuseInvalidCoupon = (): never => fail(subscriptionsErrors.coupon_invalid, { field: 'coupon_code' })

/** Throws 404 if the error means that the package was deleted; otherwise throws the error itself. */
export function refusePurchase(error: unknown): never {
  if (violatedConstraint(error) === 'subscription_tier_id_fkey') fail(commonErrors.not_found)
  throw error
}

type Terms = Pick<NewSubscription, 'knownPrices' | 'discount' | 'coupon'>

const defined = (prices: readonly (number | undefined)[]) => prices.filter((price) => price !== undefined)

/** Redeems a coupon, which a free package doesn't need. @returns the terms of the purchase */
async function redeemCode(tx: Db, code: string, { userId, tierId, shownPrice, shownFirstPrice }: PurchaseRequest): Promise<Terms> {
  const { price } = await findTierOnSale(tx, tierId, defined([shownPrice]))
  if (price === 0) return { knownPrices: defined([price, shownFirstPrice]), discount: 0 }
  const discount = discountOf(price, (await redeemCoupon(tx, code, tierId, userId)) ?? (await refuseCoupon(tx, userId, tierId)))
  // An operator may have changed the coupon.
  if (shownFirstPrice !== undefined && shownFirstPrice !== price - discount) fail(subscriptionsErrors.price_changed)
  return { knownPrices: [price], discount, coupon: code }
}

/** Begins a subscription, optionally with a coupon, and charges its first period. */
export async function buySubscription(tx: Db, request: PurchaseRequest): Promise<Subscription & { transaction_id: string | null }> {
  const { userId, tierId, shownPrice, shownFirstPrice, code, vatPercent } = request
  const terms =
    code === undefined ? { knownPrices: defined([shownPrice, shownFirstPrice]), discount: 0 } : await redeemCode(tx, code, request)
  const begin = () => beginSubscription(tx, { userId, tierId, vatPercent, ...terms })
  let started = await begin()
  if (!started && (await closeEndedSubscription(tx, userId, tierId))) started = await begin()
  if (!started) {
    await findTierOnSale(tx, tierId, terms.knownPrices)
    return fail(subscriptionsErrors.already_subscribed)
  }
  const { id, active_from, active_to, tier_name, tier_price, price, transaction_id } = started
  return {
    id,
    tier_id: tierId,
    tier_name,
    active_from,
    active_to,
    price: formatAmount(price),
    renews: true,
    next_charge_at: active_to,
    next_charge: formatAmount(tier_price),
    is_lapsed: false,
    is_archived: false,
    transaction_id,
  }
}
