import { defineErrors } from '#kit/contract/errors.ts'

export const packagesErrors = defineErrors('packages', {
  item_unknown: 422,
  price_missing: 422,
  tier_limit: 422,
  has_subscribers: 409,
  changed_meanwhile: 409,
})
