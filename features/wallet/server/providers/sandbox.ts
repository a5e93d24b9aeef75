import type { Db } from '#kit/server/db/db.ts'
import { findSandboxPayment, insertSandboxPayment, refundSandboxPayment } from '../queries/sandbox.ts'
import { type PaymentProvider, ProviderError } from './provider.ts'

/** A simulated provider without real money. Its checkout page is on this site. */
export const createSandbox = ({ db, publicUrl }: { db: Db; publicUrl: string }): PaymentProvider => ({
  name: 'sandbox',
  async create({ id }) {
    await insertSandboxPayment(db, id)
    return { providerId: id, checkoutUrl: new URL(`/pay/sandbox/${id}`, publicUrl).href }
  },
  async fetch(id) {
    const sandboxPayment = await findSandboxPayment(db, id)
    if (!sandboxPayment) throw new ProviderError('The sandbox has no such payment', { isRefusal: true })
    const { status, amount, refunded, charged_back } = sandboxPayment
    return { paymentId: id, amount, status, refunded, chargedBack: charged_back, isForeign: false }
  },
  async refund(id, { id: refundId, amount }) {
    if (!(await refundSandboxPayment(db, id, refundId, amount)))
      throw new ProviderError('The sandbox refused the refund', { isRefusal: true })
  },
})
