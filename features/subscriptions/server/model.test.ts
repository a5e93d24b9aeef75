// @module-tag slow
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { checkLedger, findWallet, postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { subscriptionsContract as contract } from '../contract.ts'
import { setBillingClock } from './queries/subscriptions.ts'
import { renewDueSubscriptions } from './renew.ts'

const server = await startTestServer({ PAYMENTS: 'sandbox', RATE_LIMITS: 'off' })
const { db } = server
const prices = [0, 199, 499]
const failures: unknown[] = []
const tools = {
  db,
  log: { error: (...args: unknown[]) => void failures.push(args) },
  mailer: { send: () => Promise.resolve() },
  config: { publicUrl: 'http://choice.test', vatPercent: 21 },
}
afterAll(() => setBillingClock(db, null))

const tiers = await Promise.all(
  prices.map(async (price, position) => {
    const values = { name: `Tier ${price}`, package_name: newId(), price, is_free: price === 0, position }
    return (await db.insertInto('tier').values(values).returning('id').executeTakeFirstOrThrow()).id
  }),
)

/** A subscription in the model. Its paid time ends `months` after its start. */
interface ModelSubscription {
  start: number
  months: number
  renews: boolean
  order: number
}
/** Returns noon in Brussels on the 10th of a month, plus a minute for each month, because the clock runs between calls. */
function timeOf(month: number): string {
  const isSummer = month % 12 >= 3 && month % 12 <= 9
  return new Date(Date.UTC(2026, month, 10, isSummer ? 10 : 11, month)).toISOString()
}

class SubscriptionModel {
  month = 0
  balance = 0
  subscriptions = new Map<number, ModelSubscription>()
  orders = 0

  add(cents: number) {
    this.balance += cents
  }
  subscribe(tier: number): string {
    if (this.subscriptions.has(tier)) return '409 already_subscribed'
    if (prices[tier]! > this.balance) return '422 balance balance'
    this.balance -= prices[tier]!
    this.subscriptions.set(tier, { start: this.month, months: 1, renews: true, order: (this.orders += 1) })
    return 'done'
  }
  setRenews(tier: number, renews: boolean): string {
    const subscription = this.subscriptions.get(tier)
    if (!subscription) return '409 not_subscribed'
    subscription.renews = renews
    return 'done'
  }
  advance(months: number) {
    this.month += months
    for (const [tier, subscription] of [...this.subscriptions].toSorted(([, a], [, b]) => a.order - b.order)) {
      if (subscription.start + subscription.months > this.month) continue
      if (!subscription.renews || prices[tier]! > this.balance) this.subscriptions.delete(tier)
      else {
        this.balance -= prices[tier]!
        subscription.months = this.month - subscription.start + 1
      }
    }
  }
}

const tierIndex = fc.nat(prices.length - 1)
const operation = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), cents: fc.integer({ min: 1, max: 1500 }) }),
  fc.record({ kind: fc.constantFrom('subscribe' as const, 'unsubscribe' as const, 'resume' as const), tier: tierIndex }),
  fc.record({ kind: fc.constant('advance' as const), months: fc.integer({ min: 1, max: 3 }), workers: fc.integer({ min: 1, max: 2 }) }),
)

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

async function apply(user: Person, model: SubscriptionModel, operation: Operation): Promise<[string, string]> {
  if (operation.kind === 'add') {
    const cause = { type: 'adjustment', id: newId() } as const
    await db
      .transaction()
      .execute((tx) => postToLedger(tx, { cause, userId: user.id, amount: operation.cents, site: { adjustments: -operation.cents } }))
    model.add(operation.cents)
    return ['done', 'done']
  }
  if (operation.kind === 'advance') {
    model.advance(operation.months)
    await setBillingClock(db, timeOf(model.month))
    await Promise.all(Array.from({ length: operation.workers }, () => renewDueSubscriptions(tools)))
    return ['done', 'done']
  }
  const body = { tier_id: tiers[operation.tier]! }
  const endpoint = { subscribe: contract.subscribe, unsubscribe: contract.unsubscribe, resume: contract.resume }[operation.kind]
  const expected =
    operation.kind === 'subscribe' ? model.subscribe(operation.tier) : model.setRenews(operation.tier, operation.kind === 'resume')
  return [await outcome(user.client(endpoint, { body })), expected]
}

test('random purchases, ends and months leave wallets, subscriptions and books as in the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
      const [user, model] = [await createUser(server), new SubscriptionModel()]
      await setBillingClock(db, timeOf(0))
      for (const operation of operations) {
        const [answer, expected] = await apply(user, model, operation)
        expect([operation, answer]).toEqual([operation, expected])
        expect((await findWallet(db, user.id))!.balance).toBe(model.balance)
        const running = (await user.client(contract.getSubscriptions, {})).filter(({ is_lapsed: isLapsed }) => !isLapsed)
        expect(new Map(running.map(({ tier_id: id, renews }) => [tiers.indexOf(id), renews]))).toEqual(
          new Map([...model.subscriptions].map(([tier, { renews }]) => [tier, renews])),
        )
      }
    }),
    { numRuns: 25 },
  )
  expect(failures).toEqual([])
  expect(await checkLedger(db)).toEqual([])
}, 240_000)
