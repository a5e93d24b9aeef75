import * as z from 'zod/mini'
import { byOperator } from '#kit/contract/access.ts'
import { defineContract } from '#kit/contract/endpoint.ts'
import { encodeProblem } from '#kit/contract/errors.ts'
import { Flag, byId, Empty, Id, name, page, paging, text, Time, integer } from '#kit/contract/fields.ts'
import { packagesErrors } from '#features/packages/errors.ts'
import { packagesExamples } from '#features/packages/rules.ts'
import { LedgerTransaction } from '#features/wallet/contract.ts'
import { walletErrors } from '#features/wallet/errors.ts'
import { amountBetween, Money } from '#features/wallet/fields.ts'
import { subscriptionsErrors } from './errors.ts'
import { couponLimits, subscriptionsExamples } from './rules.ts'

const Subscription = z.object({
  id: Id,
  tier_id: Id,
  tier_name: z.string(),
  active_from: Time,
  active_to: Time,
  /** Euros paid for the current period. */
  price: Money,
  renews: z.boolean(),
  /** Null: the subscription doesn't renew. */
  next_charge_at: z.nullable(Time),
  next_charge: z.nullable(Money),
  /** True if the subscription ended for lack of balance in the last 7 days, and can be resumed. */
  is_lapsed: z.boolean(),
  /** True if the package is archived, so that the subscription can't be resumed. */
  is_archived: z.boolean(),
})
export type Subscription = z.output<typeof Subscription>

/** A coupon code as typed; see `normaliseCode`. */
const Code = z.string().check(z.maxLength(100))

/** A coupon, as operators see it. */
const Coupon = z.object({
  id: Id,
  code: z.string(),
  percent: z.nullable(z.int()),
  amount: z.nullable(Money),
  /** The package for which the coupon is valid. Null: all packages. */
  tier_id: z.nullable(Id),
  expires_at: z.nullable(Time),
  batch: z.nullable(z.string()),
  created_at: Time,
  redeemed_at: z.nullable(Time),
  /** The user who redeemed the coupon. Null: not redeemed, or the account was deleted. */
  redeemed_by: z.nullable(z.object({ id: Id, nickname: z.nullable(z.string()) })),
})
export type Coupon = z.output<typeof Coupon>

const couponFields = {
  percent: z.optional(integer(1, 100)),
  amount: z.optional(amountBetween(1, couponLimits.amount)),
  tier_id: z.optional(z.nullable(Id)),
  /** A time, or a date: the coupon is valid until the end of that day in Brussels. */
  expires_at: z.optional(z.nullable(z.union([Time, z.iso.date().check(z.regex(/^(?!0000)/))]))),
}
/**
 * Reports that percentage and amount are missing, but only if other fields are invalid, so that one response has all errors. If the other
 * fields are valid, the handler reports it. Skips bodies that aren't objects.
 */
const percentOrAmount = z.refine<{ percent?: unknown; amount?: unknown }>((fields) => (fields.percent ?? fields.amount) !== undefined, {
  error: encodeProblem(subscriptionsErrors.coupon_value),
  path: ['percent'],
  when: ({ issues }) => issues.length > 0 && !issues.some(({ path }) => !path?.length || path[0] === 'percent' || path[0] === 'amount'),
})
const userAccess = { access: 'user', actsFor: 'user' } as const
const couponRefusals = [subscriptionsErrors.coupon_value, subscriptionsErrors.coupon_expired, packagesErrors.item_unknown]

export const subscriptionsContract = defineContract({
  getSalePrice: {
    ...userAccess,
    method: 'GET',
    path: '/api/tier/sale-price',
    summary: 'Get a package’s price with a coupon',
    description: 'Does not redeem the coupon.',
    query: z.object({ tier_id: Id, coupon_code: z.optional(Code) }),
    example: { query: { tier_id: packagesExamples.tier, coupon_code: subscriptionsExamples.code } },
    output: z.object({
      /** Price with the coupon. */
      tier_price: Money,
      /** Price without the coupon. */
      price: Money,
      discount: Money,
    }),
    refusals: [subscriptionsErrors.coupon_missing, subscriptionsErrors.coupon_invalid, subscriptionsErrors.tier_archived],
    reads: [],
  },
  getSubscriptions: {
    ...userAccess,
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'List your subscriptions',
    description: 'Running subscriptions come first, oldest first; then subscriptions that ended in the last 7 days.',
    output: z.array(Subscription),
    reads: ['subscriptions'],
  },
  subscribe: {
    ...userAccess,
    method: 'POST',
    path: '/api/subscriptions',
    summary: 'Subscribe to a package',
    description: 'Charges the wallet for the first month.',
    form: true,
    idempotencyKey: true,
    target: ['tier_id'],
    body: z.object({
      tier_id: Id,
      /** Empty or null: none. */
      coupon_code: z.optional(z.nullable(Code)),
      /** The monthly price that the user was shown, without a discount. */
      price: z.optional(amountBetween(0, 50_000)),
      /** The price of the first month that the user was shown, with the discount. */
      first_price: z.optional(amountBetween(0, 50_000)),
    }),
    example: { body: { tier_id: packagesExamples.otherTier } },
    output: z.extend(Subscription, {
      /** The transaction of the charge, which has a receipt. Null for a free package. */
      transaction_id: z.nullable(Id),
    }),
    refusals: [
      subscriptionsErrors.already_subscribed,
      subscriptionsErrors.tier_archived,
      subscriptionsErrors.price_changed,
      subscriptionsErrors.coupon_invalid,
      walletErrors.balance,
    ],
    changes: ['subscriptions', 'tiers', 'wallet', 'tv-channels', 'public-playlists', 'previews'],
  },
  unsubscribe: {
    ...userAccess,
    method: 'POST',
    path: '/api/subscriptions/unsubscribe',
    summary: 'Cancel a subscription at its period’s end',
    form: true,
    target: ['tier_id'],
    body: z.object({ tier_id: Id }),
    example: { body: { tier_id: packagesExamples.tier } },
    output: Subscription,
    refusals: [subscriptionsErrors.not_subscribed],
    changes: ['subscriptions', 'tiers'],
  },
  resume: {
    ...userAccess,
    method: 'POST',
    path: '/api/subscriptions/resume',
    summary: 'Undo the cancellation of a subscription',
    description: 'Possible until the end of the paid period.',
    form: true,
    target: ['tier_id'],
    body: z.object({ tier_id: Id }),
    example: { body: { tier_id: packagesExamples.tier } },
    output: Subscription,
    refusals: [subscriptionsErrors.not_subscribed, subscriptionsErrors.tier_archived],
    changes: ['subscriptions', 'tiers'],
  },
  getBillingClock: {
    method: 'GET',
    path: '/api/billing-clock',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get the test clock of subscriptions',
    description: '`now` is null unless an operator has set a clock to test renewals with simulated payments.',
    output: z.object({ now: z.nullable(Time) }),
    reads: ['billing-clock'],
  },
  getRenewalForecast: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/renewals',
    summary: 'Forecast the renewals of the next month',
    output: z.object({
      renewals: z.int(),
      amount: Money,
      /** Number of renewals that the users' wallets don't cover now. */ uncovered: z.int(),
      uncovered_amount: Money,
    }),
    reads: ['subscriptions'],
  },
  refundPurchase: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/purchases/:id/refund',
    summary: 'Refund a purchase to the wallet',
    description:
      '`id` is the purchase’s transaction in the ledger. Refunds the price with VAT, once. The refund first pays off the user’s debt. A coupon of the purchase can’t be used again.',
    idempotencyKey: true,
    params: byId,
    body: z.object({
      note: text(500, 1),
      /** Default: true. If false, the subscription runs until the end of its period. */
      end_now: z.optional(Flag),
    }),
    example: { params: { id: subscriptionsExamples.purchase }, body: { note: 'Bought by mistake' } },
    output: LedgerTransaction,
    refusals: [subscriptionsErrors.already_refunded, subscriptionsErrors.nothing_to_refund],
    changes: ['ledger', 'subscriptions', 'tiers', 'wallet'],
  },
  listCoupons: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/coupons',
    summary: 'List coupons, latest first',
    query: z.extend(paging(100), {
      query: z.optional(text(100)),
      batch: z.optional(text(100)),
      redeemed: z.optional(Flag),
    }),
    output: page(Coupon),
    reads: ['coupons'],
  },
  createCoupon: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/coupons',
    summary: 'Create a coupon',
    idempotencyKey: true,
    body: z.object({ code: Code, ...couponFields }).check(percentOrAmount),
    example: { body: { code: subscriptionsExamples.newCode, percent: 50 } },
    output: Coupon,
    refusals: [...couponRefusals, subscriptionsErrors.coupon_taken, subscriptionsErrors.coupon_code],
    changes: ['coupons'],
  },
  createCoupons: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/coupons/batch',
    summary: 'Create a batch of coupons with random codes',
    description: 'Only this response contains the codes.',
    idempotencyKey: true,
    body: z
      .object({
        count: integer(1, couponLimits.batch),
        /** Name of the batch. */
        batch: name(50, 1),
        prefix: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{0,12}$/))),
        ...couponFields,
      })
      .check(percentOrAmount),
    example: { body: { count: 100, batch: 'Spring fair', prefix: 'FAIR', amount: '2.00' } },
    output: z.object({ batch: z.string(), codes: z.array(z.string()) }),
    refusals: couponRefusals,
    changes: ['coupons'],
  },
  updateCoupon: {
    ...byOperator,
    method: 'PATCH',
    path: '/api/operator/coupons/:id',
    summary: 'Update an unused coupon',
    description: 'Setting a percentage removes the amount; setting an amount removes the percentage.',
    params: byId,
    body: z.object({ code: z.optional(Code), ...couponFields }),
    example: { params: { id: subscriptionsExamples.coupon }, body: { percent: 25 } },
    output: Coupon,
    refusals: [...couponRefusals, subscriptionsErrors.coupon_taken, subscriptionsErrors.coupon_code, subscriptionsErrors.coupon_redeemed],
    changes: ['coupons'],
  },
  deleteCoupon: {
    ...byOperator,
    method: 'DELETE',
    path: '/api/operator/coupons/:id',
    summary: 'Delete an unused coupon',
    params: byId,
    example: { params: { id: subscriptionsExamples.coupon } },
    output: Empty,
    refusals: [subscriptionsErrors.coupon_redeemed],
    changes: ['coupons'],
  },
})
