import { beforeEach, expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { subscriptionsContract as contract } from '../contract.ts'
import { setBillingClock } from './queries/subscriptions.ts'
import { renewDueSubscriptions } from './renew.ts'

const server = await startTestServer({ PAYMENTS: 'sandbox' })
const { db, guest } = server
const operator = await createUser(server, { is_operator: true })
const failures: unknown[] = []
const tools = {
  db,
  log: { error: (...args: unknown[]) => void failures.push(args) },
  mailer: server.services.mailer,
  config: { publicUrl: 'http://choice.test', vatPercent: 21 },
}
beforeEach(() => setBillingClock(db, null))

const makeTier = async (fields: { archived_at?: Date } = {}) =>
  (
    await db
      .insertInto('tier')
      .values({ name: 'Films', package_name: newId(), price: 499, is_free: false, position: 1, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
async function withBalance(cents: number, fields: { language?: 'nl' } = {}): Promise<Person> {
  const user = await createUser(server, fields)
  await db
    .transaction()
    .execute((tx) =>
      postToLedger(tx, { cause: { type: 'adjustment', id: newId() }, userId: user.id, amount: cents, site: { adjustments: -cents } }),
    )
  return user
}
const subscribe = ({ client }: Person, tier_id: string, coupon_code?: string) =>
  client(contract.subscribe, { body: { tier_id, ...(coupon_code !== undefined && { coupon_code }) } })
const textsOf = async ({ token }: Person, language: 'en' | 'nl' = 'en') =>
  (await server.clientFor({ token, language })(notificationsContract.listNotifications, {})).data.map(({ text, url }) => [text, url])

test('users are notified of a low balance three days ahead and on the day, once each, in their language', async () => {
  const [withoutBalance, dutchWithoutBalance, rich] = [
    await withBalance(600),
    await withBalance(600, { language: 'nl' }),
    await withBalance(5000),
  ]
  const tier = await makeTier()
  await setBillingClock(db, '2026-01-10T12:00:00+01:00')
  for (const user of [withoutBalance, dutchWithoutBalance, rich]) await subscribe(user, tier)
  await setBillingClock(db, '2026-02-07T12:05:00+01:00')
  for (let n = 0; n < 3; n += 1) await renewDueSubscriptions(tools)
  const warning = ['Your balance is too low to renew Films (€4.99)', '/en/settings?view=wallet']
  expect([await textsOf(withoutBalance), await textsOf(rich)]).toEqual([[warning], []])
  await setBillingClock(db, '2026-02-10T12:05:00+01:00')
  await Promise.all([renewDueSubscriptions(tools), renewDueSubscriptions(tools)])
  expect(await textsOf(withoutBalance)).toEqual([['Films has ended, because your balance was too low', `/en/tiers?tier=${tier}`], warning])
  expect((await textsOf(dutchWithoutBalance, 'nl')).map(([text]) => text)).toEqual([
    'Films is afgelopen, omdat je saldo te laag was',
    'Je saldo is te laag om Films te verlengen (€\u00a04,99)',
  ])
  expect([await textsOf(rich), failures]).toEqual([[], []])
})

test('a warning that can’t be sent delays no others, and is tried again', async () => {
  const users = [await withBalance(600), await withBalance(600), await withBalance(600)]
  const tier = await makeTier()
  await setBillingClock(db, '2026-03-10T12:00:00+01:00')
  for (const user of users) await subscribe(user, tier)
  await setBillingClock(db, '2026-04-07T12:05:00+02:00')
  const send: typeof tools.mailer.send = (mail, options) =>
    mail.to === users[1]!.email ? Promise.reject(new Error('can’t be written')) : tools.mailer.send(mail, options)
  await renewDueSubscriptions({ ...tools, mailer: { send } })
  const counts = async () => (await Promise.all(users.map((user) => textsOf(user)))).map(({ length }) => length)
  expect([await counts(), failures.splice(0).length]).toEqual([[1, 0, 1], 1])
  await renewDueSubscriptions(tools)
  expect([await counts(), failures]).toEqual([[1, 1, 1], []])
})

test('after an outage no notification is sent late', async () => {
  const poorSubscriber = await withBalance(499)
  await setBillingClock(db, '2026-01-10T12:00:00+01:00')
  await subscribe(poorSubscriber, await makeTier())
  await setBillingClock(db, '2026-02-12T12:00:00+01:00')
  await renewDueSubscriptions(tools)
  expect(await textsOf(poorSubscriber)).toEqual([])
})

test('users can turn these notifications off', async () => {
  const poorSubscriber = await withBalance(499)
  await poorSubscriber.client(notificationsContract.setNotificationSetting, { params: { kind: 'subscription' }, body: { bell: false } })
  await setBillingClock(db, '2026-01-10T12:00:00+01:00')
  await subscribe(poorSubscriber, await makeTier())
  await setBillingClock(db, '2026-02-10T12:05:00+01:00')
  await renewDueSubscriptions(tools)
  expect(await textsOf(poorSubscriber)).toEqual([])
})

test('coupons expire by the same clock as subscriptions', async () => {
  const user = await withBalance(5000)
  const tier = await makeTier()
  const code = 'UNTIL2030'
  await operator.client(contract.createCoupon, { body: { code, percent: 50, expires_at: '2030-01-31' } })
  const price = () => outcome(user.client(contract.getSalePrice, { query: { tier_id: tier, coupon_code: code } }))
  await setBillingClock(db, '2030-01-31T22:59:00Z')
  expect(await price()).toBe('done')
  await setBillingClock(db, '2030-01-31T23:00:01Z')
  expect([await price(), await outcome(subscribe(user, tier, code))]).toEqual([
    '422 coupon_invalid coupon_code',
    '422 coupon_invalid coupon_code',
  ])
  await setBillingClock(db, null)
  expect(await outcome(subscribe(user, tier, code))).toBe('done')
})

test('a subscription to an archived package can be ended, but not resumed', async () => {
  const user = await withBalance(5000)
  const tier = await makeTier()
  await subscribe(user, tier)
  await db.updateTable('tier').set({ archived_at: new Date() }).where('id', '=', tier).execute()
  const body = { tier_id: tier }
  expect(await user.client(contract.unsubscribe, { body })).toMatchObject({ renews: false })
  expect(await outcome(user.client(contract.resume, { body }))).toBe('409 tier_archived')
  expect(await user.client(contract.getSubscriptions, {})).toMatchObject([{ renews: false, next_charge: null }])
})

test("guests and strangers can't call the operators' endpoints", async () => {
  const user = await createUser(server)
  const { id } = await operator.client(contract.createCoupon, { body: { code: 'OPERATORS', percent: 5 } })
  const params = { id }
  for (const [caller, expected] of [
    [guest, /^401/],
    [user.client, /^403/],
  ] as const)
    for (const call of [
      () => caller(contract.getRenewalForecast, {}),
      () => caller(contract.listCoupons, { query: {} }),
      () => caller(contract.createCoupon, { body: { code: 'STRANGER', percent: 5 } }),
      () => caller(contract.createCoupons, { body: { count: 1, batch: 'Strange', percent: 5 } }),
      () => caller(contract.deleteCoupon, { params }),
      () => caller(contract.refundPurchase, { params, body: { note: 'Mine' } }),
    ])
      expect(await outcome(call())).toMatch(expected)
  const { data } = await operator.client(contract.listCoupons, { query: { redeemed: false } })
  expect(data.map(({ code }) => code)).toEqual(['OPERATORS'])
})
