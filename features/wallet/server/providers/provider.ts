import type { Language } from '#kit/contract/texts.ts'

export type ProviderName = 'sandbox' | 'mollie'

export interface NewPayment {
  /** Our id: the provider stores it, and it makes the creation idempotent. */
  id: string
  /** Cents. */
  amount: number
  description: string
  language: Language
  /** Where the payer returns to. */
  returnUrl: string
}

/** The state of a payment at its provider. */
export interface FetchedPayment {
  /** Our id, as stored by the provider. */
  paymentId: string | null
  /** Cents of euros; null: another currency. */
  amount: number | null
  status: 'open' | 'paid' | 'failed' | 'expired'
  /** Cents. */
  refunded: number
  /** Cents. */
  chargedBack: number
  /** Made with a key of the other mode (test or live). */
  isForeign: boolean
}

/** A payment provider. Its calls are made outside of transactions and end within {@link deadlineMs}. @throws ProviderError */
export interface PaymentProvider {
  name: ProviderName
  /** Creates the payment, or finds it if it was created with this id before. */
  create(payment: NewPayment): Promise<{ providerId: string; checkoutUrl: string }>
  fetch(providerId: string): Promise<FetchedPayment>
  /**
   * Refunds a payment.
   * @param refund `id` makes it idempotent
   */
  refund(providerId: string, refund: { id: string; amount: number; description: string }): Promise<void>
}

export const deadlineMs = 10_000

/** The provider gave no usable answer. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  /** Whether the provider refused the request: a repetition is useless. */
  readonly isRefusal: boolean
  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isRefusal = isRefusal
  }
}
