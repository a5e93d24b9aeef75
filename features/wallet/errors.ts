import { defineErrors } from '#kit/contract/errors.ts'

export const walletErrors = defineErrors('wallet', {
  invalid_amount: 422,
  amount_format: 422,
  balance: 422,
  top_ups_off: 409,
  provider_away: 503,
  refund_too_high: 422,
  not_refundable: 409,
})
