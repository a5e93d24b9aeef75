import type { Db } from '#kit/server/db/db.ts'
import { createMollie } from './mollie.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandbox } from './sandbox.ts'

interface PaymentConfig {
  publicUrl: string
  payments: 'sandbox' | 'mollie' | 'off'
  mollieApiKey: string | undefined
  mollieApiUrl: string
}

const isLocalUrl = ({ hostname }: URL) => hostname === 'localhost' || hostname.endsWith('.test') || /^(?:127\.|\[::1\])/.test(hostname)

/** Creates the configured payment provider; undefined if top-ups are off. */
export function createProvider(db: Db, { publicUrl, payments, mollieApiKey, mollieApiUrl }: PaymentConfig): PaymentProvider | undefined {
  if (payments === 'sandbox') return createSandbox({ db, publicUrl })
  if (payments === 'off' || mollieApiKey === undefined) return undefined
  const webhook = new URL('/api/payments/mollie/webhook', publicUrl)
  // Leaves out the webhook if Mollie can't reach this host, because Mollie refuses such addresses. Regular checks then find the result of a
  // payment.
  return createMollie({ apiKey: mollieApiKey, apiUrl: mollieApiUrl, webhookUrl: isLocalUrl(webhook) ? undefined : webhook.href })
}
