import type { Language } from '#kit/contract/texts.ts'

export type ProviderName = 'sandbox' | 'mollie'

export interface NewPayment {
  /** Our id. The provider stores it, and creates only one payment for it. */
  id: string
  /** In cents. */
  amount: number
  description: string
  language: Language
  /** The page to which the payer returns. */
  returnUrl: string
}

/** The state of a payment at its provider. */
export interface FetchedPayment {
  /** Our id, as stored by the provider. */
  paymentId: string | null
  /** In euro cents. Null: another currency. */
  amount: number | null
  status: 'open' | 'paid' | 'failed' | 'expired'
  /** In cents. */
  refunded: number
  /** In cents. */
  chargedBack: number
  /** True if the payment was made with a key of the other mode (test or live). */
  isForeign: boolean
}

/** A payment provider. Each call ends within {@link deadlineMs}, and must be outside of transactions. @throws ProviderError */
export interface PaymentProvider {
  name: ProviderName
  /** Creates a payment, or finds the payment that was created with this id. */
  create(payment: NewPayment): Promise<{ providerId: string; checkoutUrl: string }>
  fetch(providerId: string): Promise<FetchedPayment>
  /** Refunds a payment. @param refund a refund with the same `id` is made only once */
  refund(providerId: string, refund: { id: string; amount: number; description: string }): Promise<void>
}

export const deadlineMs = 10_000

/** The provider didn't respond, or responded with an error. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  /** True if the provider refused the request, so that repeating it is useless. */
  readonly isRefusal: boolean
  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isRefusal = isRefusal
  }
}
