import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { User } from '#kit/server/reader.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { subscriptionsErrors } from '../errors.ts'
import { type NoticeTools, sendNotice } from './notices.ts'
import { endSubscriptionNow, type Purchase } from './queries/refunds.ts'

interface Refund {
  note: string
  /** The operator who refunds. */
  by: Pick<User, 'id' | 'nickname'>
  endsNow: boolean
}

/**
 * Refunds a purchase to the wallet, at most once, and notifies the user.
 * @returns the transaction's id
 * @throws 409 if the purchase was refunded or cost nothing, or if its account was deleted
 */
export async function refundPurchase(tx: Db, tools: NoticeTools, purchase: Purchase, { note, by, endsNow }: Refund): Promise<string> {
  const { id, user, revenue, vat, details, subscription_id: subscriptionId } = purchase
  const amount = revenue + vat
  if (!user || amount === 0) return fail(subscriptionsErrors.nothing_to_refund)
  // Ends the subscription before the refund, because all transactions lock subscriptions before wallets.
  if (endsNow) await endSubscriptionNow(tx, subscriptionId)
  const posted = await postToLedger(tx, {
    cause: { type: 'purchase_refund', id },
    userId: user.user_id,
    amount,
    site: { revenue: 0 - revenue, vat: 0 - vat },
    details: { ...details, note, by: by.id, ends_now: endsNow },
  })
  if (posted === null) return fail(subscriptionsErrors.already_refunded)
  const tierName = details.tier_name
  const thing = { type: 'purchase', id, name: tierName }
  const after = { amount: amount / 100, ends_now: endsNow }
  await writeAudit(tx, by, { act: 'purchase.refunded', thing, personId: user.user_id, after, reason: note })
  await sendNotice(tx, tools, { event: 'refunded', to: user, tierName, amount, date: new Date(), path: '/settings?view=wallet' })
  return posted
}
