import { commonErrors } from '#kit/contract/problems.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { formatAmount } from '#features/wallet/money.ts'
import type { Subscription } from '../contract.ts'
import { subscriptionsErrors } from '../errors.ts'
import { discountOf } from '../rules.ts'
import { createPosting } from './charge.ts'
import { redeemCoupon } from './queries/coupons.ts'
import { beginSubscription, closeEndedSubscription, findSoldTier, listSubscriptions, type SoldTier } from './queries/subscriptions.ts'

interface PurchaseRequest {
  userId: string
  /** The package, as read before the transaction. */
  tier: SoldTier
  /** The price that the user was shown, in cents. */
  shownPrice?: number | undefined
  /** The price of the first month that the user was shown, in cents. */
  shownFirstPrice?: number | undefined
  /** A normalized coupon code. `''` if the typed code can't be a code. */
  code?: string | undefined
  vatPercent: number
}

/** Throws the reason why a subscription didn't begin: the package has changed since it was read, or the user already has it. */
async function refuseBegin(tx: Db, { id, price }: SoldTier): Promise<never> {
  const tier = (await findSoldTier(tx, id)) ?? fail(commonErrors.not_found)
  if (tier.is_archived) fail(subscriptionsErrors.tier_archived)
  return fail(tier.price === price ? subscriptionsErrors.already_subscribed : subscriptionsErrors.price_changed)
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

/** Begins a subscription, optionally with a coupon, and charges its first period. */
export async function buySubscription(
  tx: Db,
  { userId, tier, shownPrice, shownFirstPrice, code, vatPercent }: PurchaseRequest,
): Promise<Subscription & { transaction_id: string | null }> {
  const { id: tierId, name: tierName, price: tierPrice } = tier
  if (tier.is_archived) fail(subscriptionsErrors.tier_archived)
  if (shownPrice !== undefined && shownPrice !== tierPrice) fail(subscriptionsErrors.price_changed)
  // A free package needs no coupon, and isn't charged. A package that is free only by its coupon is charged 0.
  const isFree = tierPrice === 0
  const coupon =
    code === undefined || isFree ? undefined : ((await redeemCoupon(tx, code, tierId, userId)) ?? (await refuseCoupon(tx, userId, tierId)))
  const price = tierPrice - (coupon ? discountOf(tierPrice, coupon) : 0)
  // An operator may have changed the coupon.
  if (shownFirstPrice !== undefined && shownFirstPrice !== price) fail(subscriptionsErrors.price_changed)
  const posting = isFree ? null : createPosting({ userId, tierName, price, vatPercent, coupon: coupon && code })
  const begin = () => beginSubscription(tx, { userId, tierId, tierPrice, price }, posting)
  let started = await begin()
  if (!started && (await closeEndedSubscription(tx, userId, tierId))) started = await begin()
  started ??= await refuseBegin(tx, tier)
  return {
    id: started.subscription_id,
    tier_id: tierId,
    tier_name: tierName,
    active_from: started.active_from,
    active_to: started.active_to,
    price: formatAmount(price),
    renews: true,
    next_charge_at: started.active_to,
    next_charge: formatAmount(tierPrice),
    is_lapsed: false,
    is_archived: false,
    transaction_id: started.transaction_id,
  }
}
