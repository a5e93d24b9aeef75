import type { Language } from '#kit/contract/texts.ts'
import { createBatches } from '#kit/server/db/batches.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import type { Log } from '#kit/server/log.ts'
import type { PaymentStatus } from '../contract.ts'
import { walletErrors } from '../errors.ts'
import { type FetchedPayment, type PaymentProvider, ProviderError } from './providers/provider.ts'
import { postToLedger } from './queries/ledger.ts'
import {
  acceptRefund,
  schedulePaymentCheck,
  countFetch,
  expireStalePayments,
  findPayment,
  findPaymentByProviderId,
  isRefundAccepted,
  lockPayment,
  type PaymentRow,
  readPostedAmounts,
  saveCreatedPayment,
  savePaymentState,
  claimDuePayments,
} from './queries/payments.ts'
import { texts } from './texts.ts'

/** A refund or chargeback. `amount`: cents taken back from the wallet. */
export interface PaymentReversal {
  paymentId: string
  userId: string
  amount: number
}

export interface PaymentTools {
  db: Db
  log: Pick<Log, 'warn' | 'error'>
  publicUrl: string
  /** Undefined if top-ups are off. */
  provider: PaymentProvider | undefined
  /** Called in the transaction that takes money back. */
  onReversal: (tx: Db, reversal: PaymentReversal) => Promise<void>
}

/** The page to which a payer returns. */
export const returnPath = (language: Language, paymentId: string) => `/${language}/settings?view=wallet&payment=${paymentId}`

/** A request to a provider for a payment's state. */
interface StateRequest {
  provider: PaymentProvider
  id: string
  providerId: string
}

const netAmount = ({ amount, status, refunded, chargedBack }: FetchedPayment) =>
  status === 'paid' && amount !== null ? Math.max(0, amount - refunded - chargedBack) : 0

function statusOf(fetched: FetchedPayment): PaymentStatus {
  if (fetched.status !== 'paid' || netAmount(fetched) > 0) return fetched.status
  return fetched.chargedBack > 0 ? 'charged_back' : 'refunded'
}

/** Returns why a paid payment can't be credited; null if it can, or isn't paid. */
function problemOf({ amount }: PaymentRow, fetched: FetchedPayment, isOurs: boolean) {
  if (fetched.status !== 'paid') return null
  if (!isOurs) return 'foreign'
  if (fetched.amount === null) return 'currency'
  return fetched.amount === amount ? null : 'amount'
}

/** Posts the difference between the amount that the provider reports and the amount already posted. @returns the difference, in cents */
async function postDifference(tx: Db, { id, user_id: userId }: PaymentRow, fetched: FetchedPayment): Promise<number> {
  const posted = await readPostedAmounts(tx, id)
  const amount = netAmount(fetched) - posted.net
  if (amount === 0) return 0
  const type = posted.transactions === 0 ? 'payment' : fetched.chargedBack > 0 ? 'chargeback' : 'refund'
  await postToLedger(tx, {
    cause: { type, id: type === 'payment' ? id : `${id}:${posted.transactions}` },
    // If the account was deleted, the site keeps the money until an operator has paid it back.
    ...(userId === null
      ? { userId: null, amount: 0, site: { provider: -amount, adjustments: amount } }
      : { userId, amount, site: { provider: -amount } }),
    mayHaveDebt: true,
    paymentId: id,
  })
  return amount
}

/** Handles top-ups. A payment changes the wallet only after the provider has returned the payment's state. */
export function createPayments({ db, log, publicUrl, provider, onReversal }: PaymentTools) {
  /**
   * Returns the address of the checkout page. If the provider doesn't know the payment yet, creates it there.
   * @throws 503 if the provider doesn't respond
   */
  async function checkoutOf(payment: PaymentRow): Promise<string> {
    if (payment.checkout_url !== null) return payment.checkout_url
    if (provider?.name !== payment.provider) fail(walletErrors.top_ups_off)
    const { id, amount, language } = payment
    try {
      const created = await provider.create({
        id,
        amount,
        language,
        description: texts[language]('payment.description'),
        returnUrl: new URL(returnPath(language, id), publicUrl).href,
      })
      await saveCreatedPayment(db, id, created)
      return created.checkoutUrl
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ err: error, payment: id }, 'a payment could not be created at its provider')
      return fail(walletErrors.provider_away, { retryAfter: 10 })
    }
  }

  /** Stores the state that the provider reports, and posts what it changes. */
  async function apply(id: string, fetch: number, fetched: FetchedPayment) {
    await db.transaction().execute(async (tx) => {
      const payment = await lockPayment(tx, id)
      // The response to a later request was already applied.
      if (!payment || payment.applied_fetch > fetch) return
      const isOurs = fetched.paymentId === id && !fetched.isForeign
      const problem = problemOf(payment, fetched, isOurs)
      if (problem) log.error({ payment: id, problem }, 'a paid payment does not match and was not credited')
      else if (!isOurs) return
      await savePaymentState(tx, id, { status: problem ? payment.status : statusOf(fetched), problem, fetch })
      const amount = problem ? 0 : await postDifference(tx, payment, fetched)
      if (amount === 0 || payment.user_id === null) return
      await insertLiveEvents(tx, [{ to: payment.user_id, name: 'changed', data: { topics: ['wallet'], by: null } }])
      if (amount < 0) await onReversal(tx, { paymentId: id, userId: payment.user_id, amount: -amount })
    })
  }

  const isRefundable = (payment: PaymentRow): payment is PaymentRow & { provider_id: string } =>
    provider !== undefined && provider.name === payment.provider && payment.provider_id !== null && payment.status === 'paid'

  /**
   * Gets a payment's state from the provider, and applies it. If the provider doesn't know the payment yet, creates it there.
   * @throws ProviderError; 503 if the payment couldn't be created
   */
  async function refresh(payment: PaymentRow): Promise<void> {
    if (provider?.name !== payment.provider) return
    let providerId = payment.provider_id
    if (providerId === null) {
      await checkoutOf(payment)
      providerId = (await findPayment(db, payment.id))?.provider_id ?? null
      if (providerId === null) return
    }
    await fetchTogether(db, payment.id, { provider, id: payment.id, providerId })
  }

  /** Gets a payment's state, one request at a time. Calls during a request share the next request. */
  const fetchTogether = createBatches(
    async ([{ provider: paymentProvider, id, providerId }]: readonly [StateRequest, ...StateRequest[]]) => {
      const fetch = await countFetch(db, id)
      await apply(id, fetch, await paymentProvider.fetch(providerId))
    },
  )

  return {
    checkoutOf,
    refresh,
    /** Handles a webhook. Ignores unknown payments. @throws ProviderError */
    async refreshByProviderId(name: string, providerId: string): Promise<void> {
      const payment = provider?.name === name ? await findPaymentByProviderId(db, provider.name, providerId) : undefined
      if (payment) await refresh(payment)
    },
    /** Gets the states of the payments whose check is due. */
    async refreshDue(signal: AbortSignal): Promise<void> {
      for (
        let duePayments = await claimDuePayments(db, 20);
        duePayments.length > 0 && !signal.aborted;
        duePayments = await claimDuePayments(db, 20)
      ) {
        await Promise.all(
          duePayments.map((payment) =>
            refresh(payment).catch((error: unknown) => log.warn({ err: error, payment: payment.id }, 'the state of a payment is unknown')),
          ),
        )
      }
      await expireStalePayments(db)
    },
    /** True if the provider can refund the payment. */
    isRefundable,
    /** Refunds at the provider, and posts the amount that the provider confirms. @throws 409, 503 */
    async refund(payment: PaymentRow, refund: { id: string; amount: number; note: string }): Promise<void> {
      if (!isRefundable(payment)) fail(walletErrors.not_refundable)
      try {
        if (!(await isRefundAccepted(db, refund.id))) {
          await provider!.refund(payment.provider_id, { id: refund.id, amount: refund.amount, description: refund.note })
          await acceptRefund(db, refund.id)
        }
        await refresh(payment)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        log.warn({ err: error, payment: payment.id }, 'a payment could not be refunded')
        await schedulePaymentCheck(db, payment.id)
        if (error.isRefusal) fail(walletErrors.not_refundable)
        fail(walletErrors.provider_away, { retryAfter: 10 })
      }
    },
  }
}
export type Payments = ReturnType<typeof createPayments>
