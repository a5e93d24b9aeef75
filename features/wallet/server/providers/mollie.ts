import * as z from 'zod/mini'
import { createDeadlineSignal } from '#kit/server/abort.ts'
import { formatAmount, parseAmount } from '../../money.ts'
import { deadlineMs, type FetchedPayment, type PaymentProvider, ProviderError } from './provider.ts'

export interface MollieSettings {
  apiKey: string
  /** `https://api.mollie.com`, or a local server in tests. */
  apiUrl: string
  /** Mollie calls this URL when a payment changes. Undefined if Mollie can't reach this host. */
  webhookUrl: string | undefined
}

const Amount = z.object({ currency: z.string(), value: z.string() })
/** https://docs.mollie.com/reference/get-payment */
const MolliePayment = z.object({
  id: z.string().check(z.regex(/^tr_\w{1,100}$/)),
  mode: z.enum(['live', 'test']),
  status: z.string(),
  amount: Amount,
  amountRefunded: z.optional(Amount),
  amountChargedBack: z.optional(Amount),
  metadata: z.optional(z.nullable(z.looseObject({ payment: z.optional(z.string()) }))),
  _links: z.optional(z.object({ checkout: z.optional(z.object({ href: z.url({ protocol: /^https?$/ }) })) })),
})

/** Statuses after which a payment can't become paid any more. */
const finalStatuses = new Map<string, FetchedPayment['status']>([
  ['paid', 'paid'],
  ['canceled', 'failed'],
  ['failed', 'failed'],
  ['expired', 'expired'],
])

const centsOf = (amount: z.output<typeof Amount> | undefined) => (amount ? (parseAmount(amount.value) ?? 0) : 0)

/** The payment provider Mollie, with its API v2. */
export function createMollie({ apiKey, apiUrl, webhookUrl }: MollieSettings): PaymentProvider {
  const mode = apiKey.startsWith('live_') ? 'live' : 'test'

  async function request(path: string, post?: { key: string; body: object }) {
    try {
      const response = await fetch(new URL(path, apiUrl), {
        method: post ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/json',
          ...(post && { 'content-type': 'application/json', 'idempotency-key': post.key }),
        },
        body: post ? JSON.stringify(post.body) : null,
        redirect: 'error',
        signal: createDeadlineSignal(deadlineMs),
      })
      const text = await response.text()
      if (!response.ok)
        throw new ProviderError(`Mollie answered ${response.status}`, { isRefusal: response.status < 500 && response.status !== 429 })
      return JSON.parse(text) as unknown
    } catch (error) {
      // The cause doesn't leak the API key, because errors of `fetch` don't contain it.
      throw error instanceof ProviderError ? error : new ProviderError('Mollie gave no answer', { cause: error })
    }
  }

  function read(response: unknown) {
    const parsed = MolliePayment.safeParse(response)
    if (!parsed.success) throw new ProviderError('Mollie sent an unknown answer')
    return parsed.data
  }

  return {
    name: 'mollie',
    async create({ id, amount, description, language, returnUrl }) {
      const payment = read(
        await request('/v2/payments', {
          key: id,
          body: {
            amount: { currency: 'EUR', value: formatAmount(amount) },
            description,
            redirectUrl: returnUrl,
            ...(webhookUrl !== undefined && { webhookUrl }),
            locale: language === 'nl' ? 'nl_BE' : 'en_GB',
            metadata: { payment: id },
          },
        }),
      )
      const checkoutUrl = payment._links?.checkout?.href
      if (!checkoutUrl) throw new ProviderError('Mollie sent no checkout page')
      return { providerId: payment.id, checkoutUrl }
    },
    async fetch(providerId) {
      const payment = read(await request(`/v2/payments/${encodeURIComponent(providerId)}`))
      return {
        paymentId: payment.metadata?.payment ?? null,
        amount: payment.amount.currency === 'EUR' ? centsOf(payment.amount) : null,
        status: finalStatuses.get(payment.status) ?? 'open',
        refunded: centsOf(payment.amountRefunded),
        chargedBack: centsOf(payment.amountChargedBack),
        isForeign: payment.mode !== mode,
      }
    },
    async refund(providerId, { id, amount, description }) {
      await request(`/v2/payments/${encodeURIComponent(providerId)}/refunds`, {
        key: id,
        body: { amount: { currency: 'EUR', value: formatAmount(amount) }, description, metadata: { refund: id } },
      })
    },
  }
}
