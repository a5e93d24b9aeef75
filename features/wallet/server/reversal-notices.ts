import type { Db } from '#kit/server/db/db.ts'
import { notify } from '#features/notifications/server/notify.ts'
import type { PaymentReversal } from './payments.ts'
import { findWallet } from './queries/ledger.ts'
import { listOperatorIds } from './queries/transactions.ts'

/** Notifies the user and the operators of a refund or chargeback. */
export async function notifyReversal(tx: Db, { paymentId, userId, amount }: PaymentReversal): Promise<void> {
  const { debt } = (await findWallet(tx, userId))!
  const kind = 'payment_reversed'
  const details = { amount }
  const operators = await listOperatorIds(tx)
  await notify(tx, [
    { kind, to: userId, details, path: '/settings?view=wallet' },
    {
      kind,
      to: operators,
      details: { ...details, owed: debt },
      path: '/operator/ledger',
      bundle: `operators:${paymentId}`,
    },
  ])
}
