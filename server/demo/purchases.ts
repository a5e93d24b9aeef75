/**
 * The demonstration's coupons, and some months of purchases by one user. Only with simulated payments, because real books must contain only
 * real money.
 */
import type { Db } from '#kit/server/db/db.ts'
import type { Subscription } from '#features/subscriptions/contract.ts'
import { discountOf } from '#features/subscriptions/rules.ts'
import { chargePeriod } from '#features/subscriptions/server/queries/charges.ts'
import { insertCoupons, redeemCoupon } from '#features/subscriptions/server/queries/coupons.ts'
import { beginPeriod } from '#features/subscriptions/server/queries/renewals.ts'
import {
  beginSubscription,
  findSoldTier,
  listSubscriptions,
  setBillingClock,
  setRenews,
} from '#features/subscriptions/server/queries/subscriptions.ts'
import { createSandbox } from '#features/wallet/server/providers/sandbox.ts'
import { postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { countFetch, insertPayment, saveCreatedPayment, savePaymentState } from '#features/wallet/server/queries/payments.ts'
import { endSandboxPayment } from '#features/wallet/server/queries/sandbox.ts'
import { numberReceipts } from '#features/wallet/server/queries/transactions.ts'
import type { DemoPerson } from './people.ts'

export interface PurchaseTools {
  tx: Db
  now: Date
  publicUrl: string
  vatPercent: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const timeBefore = (time: Date, ms: number) => new Date(time.getTime() - ms)

/** Code of the coupon that the user redeems. */
const redeemedCode = 'FIRSTPLUS'

/** @param plus id of the package's higher level */
export function insertDemoCoupons({ tx, now }: PurchaseTools, plus: string) {
  const expires_at = timeBefore(now, -365 * dayMs)
    .toISOString()
    .slice(0, 10)
  return insertCoupons(tx, [
    { code: redeemedCode, percent: null, amount: 300, tier_id: plus, expires_at },
    { code: 'TWOLESS', percent: null, amount: 200, tier_id: plus, expires_at },
    { code: 'WELCOME50', percent: 50, amount: null, tier_id: null, expires_at },
  ])
}

export interface Buyer {
  id: string
  person: DemoPerson
}

/**
 * Inserts a user's purchases: top-ups, a subscription to the lower level with monthly renewals, and a change to the higher level with a
 * coupon.
 * @param levels ids of the packages
 */
export async function insertPurchases(tools: PurchaseTools, buyer: Buyer, levels: { basic: string; plus: string }): Promise<void> {
  const { tx, now, vatPercent } = tools
  const { id: userId } = buyer
  const basic = (await findSoldTier(tx, levels.basic))!
  const start = timeBefore(now, 12 * dayMs)
  start.setUTCMonth(start.getUTCMonth() - 3)
  await topUp(tools, buyer, { cents: 1000, status: 'paid', at: timeBefore(start, 3 * minuteMs) })
  await setBillingClock(tx, start.toISOString())
  await beginSubscription(tx, { userId, tierId: basic.id, knownPrices: [], discount: 0, vatPercent, at: start })
  for (const cents of [0, 1000, 0]) {
    const { id, active_to } = JSON.parse((await listSubscriptions(tx, userId, basic.id))[0]!.json) as Subscription
    const due = new Date(active_to)
    if (cents > 0) await topUp(tools, buyer, { cents, status: 'paid', at: timeBefore(due, 2 * dayMs) })
    // Renewals happen a minute after they are due, because their job runs each minute.
    const at = timeBefore(due, -minuteMs)
    await setBillingClock(tx, at.toISOString())
    const period = await beginPeriod(tx, id, basic.price)
    await chargePeriod(tx, period, { userId, tierName: basic.name, price: basic.price, vatPercent, at })
  }
  await setBillingClock(tx, null)
  await topUp(tools, buyer, { cents: 2000, status: 'failed', at: timeBefore(now, 6 * dayMs + 4 * minuteMs) })
  await topUp(tools, buyer, { cents: 2000, status: 'paid', at: timeBefore(now, 6 * dayMs) })

  const plus = (await findSoldTier(tx, levels.plus))!
  await setRenews(tx, userId, basic.id, false)
  const coupon = (await redeemCoupon(tx, redeemedCode, plus.id, userId))!
  const discount = discountOf(plus.price, coupon)
  await beginSubscription(tx, { userId, tierId: plus.id, knownPrices: [plus.price], discount, vatPercent, coupon: redeemedCode })
  await numberReceipts(tx)
}

/** Tops up the wallet by a payment at the simulated provider. */
async function topUp({ tx, publicUrl }: PurchaseTools, { id: userId, person: { language } }: Buyer, payment: TopUp) {
  const { cents: amount, status, at } = payment
  const id = await insertPayment(tx, { user_id: userId, provider: 'sandbox', amount, language, created_at: at })
  const sandbox = createSandbox({ db: tx, publicUrl })
  await saveCreatedPayment(tx, id, await sandbox.create({ id, amount, language, description: '', returnUrl: publicUrl }))
  await endSandboxPayment(tx, id, status)
  await savePaymentState(tx, id, { status, problem: null, fetch: await countFetch(tx, id) })
  if (status === 'paid')
    await postToLedger(tx, { cause: { type: 'payment', id }, userId, amount, site: { provider: -amount }, paymentId: id, at })
}
interface TopUp {
  cents: number
  status: 'paid' | 'failed'
  at: Date
}
