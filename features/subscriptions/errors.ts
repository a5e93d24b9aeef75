import { defineErrors } from '#kit/contract/errors.ts'

export const subscriptionsErrors = defineErrors('subscriptions', {
  already_subscribed: 409,
  not_subscribed: 409,
  tier_archived: 409,
  price_changed: 409,
  coupon_missing: 422,
  coupon_invalid: 422,
  coupon_code: 422,
  coupon_taken: 422,
  coupon_redeemed: 409,
  coupon_value: 422,
  coupon_expired: 422,
  already_refunded: 409,
  nothing_to_refund: 409,
})
