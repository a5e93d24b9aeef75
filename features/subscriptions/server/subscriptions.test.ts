import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { outcome } from '#test/channels.ts'
import { type Person, person } from '#test/people.ts'
import { serve } from '#test/serve.ts'
import { walletContract } from '#features/wallet/contract.ts'
import { checkLedger, postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { subscriptionsContract as contract } from '../contract.ts'
import { setBillingClock } from './queries/subscriptions.ts'
import { renewDue } from './renew.ts'

const server = await serve({ PAYMENTS: 'sandbox' })
const { db, guest } = server
const operator = await person(server, { is_operator: true })
const mails: { subject: string; to: string }[] = []
const tools = {
  db,
  log: { error: (...args: unknown[]) => void failures.push(args) },
  mailer: { send: async (mail: { subject: string; to: string }) => void mails.push(mail) },
  config: { publicUrl: 'http://choice.test', vatPercent: 21 },
}
const failures: unknown[] = []
beforeEach(async () => {
  await setBillingClock(db, null)
  mails.length = 0
})
afterEach(async () => {
  const problems = [...failures.splice(0), ...(await checkLedger(db))]
  if (problems.length > 0) throw new Error(`Renewals failed or the books are wrong: ${JSON.stringify(problems)}`)
})

async function makeTier(price: number, fields: { name?: string; archived_at?: Date } = {}): Promise<string> {
  const { id } = await db
    .insertInto('tier')
    .values({ name: 'Films', package_name: newId(), price, is_free: price === 0, position: 1, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
/** A user with a balance in cents. */
async function withBalance(cents: number): Promise<Person> {
  const user = await person(server)
  if (cents > 0) await addBalance(user, cents)
  return user
}
const addBalance = (user: Person, cents: number) =>
  db
    .transaction()
    .execute((tx) =>
      postToLedger(tx, { cause: { type: 'adjustment', id: newId() }, userId: user.id, amount: cents, site: { adjustments: -cents } }),
    )
const balanceOf = async ({ client }: Person) => (await client(walletContract.getWallet, {})).balance
const subscribe = ({ client }: Person, tier_id: string, coupon_code?: string) =>
  client(contract.subscribe, { body: { tier_id, ...(coupon_code !== undefined && { coupon_code }) } })
const list = ({ client }: Person) => client(contract.getSubscriptions, {})
const makeCoupon = (fields: object) => operator.client(contract.createCoupon, { body: fields as never })
let codes = 0
const newCode = () => `CODE${String((codes += 1)).padStart(4, '0')}`
/** Minutes after a subscription began, because the clock goes on between calls. */
const afterBegin = 5
/** Sets the clock of subscriptions shortly behind a time, and runs the job. */
async function renewAt(time: string) {
  await setBillingClock(db, new Date(Date.parse(time) + afterBegin * 60_000).toISOString())
  await renewDue(tools)
}
/** A subscription that began at a time in Brussels. */
async function subscribedAt(time: string, price = 499, cents = 100_000) {
  const user = await withBalance(cents)
  const tier = await makeTier(price)
  await setBillingClock(db, time)
  const subscription = await subscribe(user, tier)
  return { user, tier, subscription }
}

test('a subscription is charged with tax, listed, ended with its period, and taken back', async () => {
  const user = await withBalance(2000)
  const tier = await makeTier(499)
  expect(await subscribe(user, tier)).toMatchObject({ tier_id: tier, tier_name: 'Films', price: '4.99', renews: true, next_charge: '4.99' })
  expect(await balanceOf(user)).toBe('15.01')
  const { data } = await user.client(walletContract.listTransactions, { query: {} })
  expect(data[0]).toMatchObject({ type: 'subscription', tier_name: 'Films', amount: '-4.99', balance_after: '15.01' })
  const { data: books } = await operator.client(walletContract.listLedger, { query: { user_id: user.id } })
  expect(books[0]!.entries).toMatchObject([{ amount: '-4.99' }, { account: 'revenue', amount: '4.12' }, { account: 'vat', amount: '0.87' }])
  expect(await outcome(subscribe(user, tier))).toBe('409 already_subscribed')
  const body = { tier_id: tier }
  expect(await user.client(contract.unsubscribe, { body })).toMatchObject({ renews: false, next_charge_at: null, next_charge: null })
  expect(await outcome(subscribe(user, tier))).toBe('409 already_subscribed')
  expect(await user.client(contract.resume, { body })).toMatchObject({ renews: true, next_charge: '4.99' })
  expect(await list(user)).toHaveLength(1)
})

test('guests, unknown and archived packages, and others’ subscriptions are refused', async () => {
  const user = await withBalance(2000)
  const tier = await makeTier(499)
  expect(await outcome(guest(contract.subscribe, { body: { tier_id: tier } }))).toMatch(/^401/)
  expect(await outcome(subscribe(user, newId()))).toBe('404 not_found')
  expect(await outcome(subscribe(user, await makeTier(499, { archived_at: new Date() })))).toBe('409 tier_archived')
  for (const end of [contract.unsubscribe, contract.resume])
    expect(await outcome(user.client(end, { body: { tier_id: tier } }))).toBe('409 not_subscribed')
  expect(await outcome(user.client(contract.listCoupons, { query: {} }))).toMatch(/^403/)
  expect(await balanceOf(user)).toBe('20.00')
})

test('too little balance is refused, and leaves coupon and packages as they were; a free package needs none', async () => {
  const user = await withBalance(100)
  const tier = await makeTier(499)
  const code = newCode()
  await makeCoupon({ code, percent: 10 })
  expect(await outcome(subscribe(user, tier, code))).toBe('422 balance balance')
  expect(await list(user)).toEqual([])
  await addBalance(user, 400)
  expect(await subscribe(user, tier, code)).toMatchObject({ price: '4.49' })
  expect(await balanceOf(user)).toBe('0.51')
  expect(await subscribe(user, await makeTier(0))).toMatchObject({ price: '0.00' })
  expect(await balanceOf(user)).toBe('0.51')
})

test('fifty subscriptions at once with balance for one: one is charged', async () => {
  const user = await withBalance(499)
  const tiers = await Promise.all(Array.from({ length: 10 }, () => makeTier(499)))
  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => outcome(subscribe(user, tiers[n % tiers.length]!))))
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(
    new Set(['done', '422 balance balance', ...(outcomes.includes('409 already_subscribed') ? ['409 already_subscribed'] : [])]),
  )
  expect([await balanceOf(user), (await list(user)).length]).toEqual(['0.00', 1])
})

test('fifty users with one code: one redeems it', async () => {
  const users = await Promise.all(Array.from({ length: 50 }, () => withBalance(1000)))
  const tier = await makeTier(499)
  const code = newCode()
  await makeCoupon({ code, percent: 50 })
  const outcomes = await Promise.all(users.map((user) => outcome(subscribe(user, tier, code.toLowerCase()))))
  const refused = users.slice(1).map(() => '422 coupon_invalid coupon_code')
  expect(outcomes.toSorted()).toEqual([...refused, 'done'])
  const { data } = await operator.client(contract.listCoupons, { query: { query: code, redeemed: true } })
  expect(data).toMatchObject([{ code, percent: 50, redeemed_by: { id: users[outcomes.indexOf('done')]!.id } }])
})

test('the price with a coupon is shown, charged and posted alike; a discount beyond the price is free, with a receipt', async () => {
  const user = await withBalance(1000)
  const tier = await makeTier(499)
  const prices = [
    [{ percent: 33 }, '3.34'],
    [{ percent: 1 }, '4.94'],
    [{ percent: 100 }, '0.00'],
    [{ amount: '10.00' }, '0.00'],
    [{ amount: '0.01' }, '4.98'],
  ] as const
  for (const [value, expected] of prices) {
    const buyer = await withBalance(1000)
    const code = newCode()
    await makeCoupon({ code, ...value })
    const query = { tier_id: tier, coupon_code: code }
    const sale = await buyer.client(contract.getSalePrice, { query })
    expect([sale.price, sale.tier_price]).toEqual(['4.99', expected])
    expect(await buyer.client(contract.getSalePrice, { query })).toEqual(sale)
    expect(await subscribe(buyer, tier, code)).toMatchObject({ price: expected, next_charge: '4.99' })
    expect(Number(await balanceOf(buyer))).toBeCloseTo(10 - Number(expected))
    const { data } = await buyer.client(walletContract.listTransactions, { query: {} })
    expect(Number(data[0]!.amount)).toBeCloseTo(-Number(expected))
    expect(await outcome(buyer.client(walletContract.getReceipt, { params: { id: data[0]!.id } }))).toBe('done')
  }
  expect(await balanceOf(user)).toBe('10.00')
})

test('wrong, expired, foreign and used codes are refused alike, and guesses are limited', async () => {
  const user = await withBalance(1000)
  const [tier, other] = [await makeTier(499), await makeTier(499)]
  const [expired, foreign, today] = [newCode(), newCode(), newCode()]
  await makeCoupon({ code: expired, percent: 10, expires_at: '2020-01-01' })
  await makeCoupon({ code: foreign, percent: 10, tier_id: other })
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' }).format(new Date())
  const made = await makeCoupon({ code: today, percent: 10, expires_at: date })
  expect(Date.parse(made.expires_at!)).toBeGreaterThan(Date.now())
  const price = (coupon_code: string) => outcome(user.client(contract.getSalePrice, { query: { tier_id: tier, coupon_code } }))
  expect(await price('')).toBe('422 coupon_missing coupon_code')
  expect(await price(today)).toBe('done')
  for (const code of [expired, foreign, 'NOSUCHCODE', '%%%%', 'ab', 'ÅÅÅÅÅ'])
    expect(await price(code)).toBe('422 coupon_invalid coupon_code')
  for (let n = 0; n < 4; n += 1) expect(await outcome(subscribe(user, tier, 'WRONG'))).toBe('422 coupon_invalid coupon_code')
  expect(await price('WRONG')).toBe('429 too_many')
  expect(await outcome(subscribe(user, tier, today))).toBe('429 too_many')
  expect(await outcome(subscribe(user, tier))).toBe('done')
})

test('operators make coupons one by one and in batches, and delete unused ones', async () => {
  const code = newCode()
  const made = await makeCoupon({ code: ` ${code.toLowerCase()} `, amount: '2,50' })
  expect(made).toMatchObject({ code, amount: '2.50', percent: null, redeemed_at: null, redeemed_by: null })
  const refusals = [
    [{ code, percent: 5 }, '422 coupon_taken code'],
    [{ code: 'A-B-C-D', percent: 5 }, '422 coupon_code code'],
    [{ code: newCode() }, '422 coupon_value percent'],
    [{ code: newCode(), percent: 5, amount: '1.00' }, '422 coupon_value percent'],
    [{ code: newCode(), percent: 5, tier_id: newId() }, '422 item_unknown tier_id'],
    [{ code: newCode(), percent: 101 }, '422 invalid percent'],
  ] as const
  for (const [body, expected] of refusals) expect(await outcome(makeCoupon(body))).toBe(expected)
  const { codes: batch } = await operator.client(contract.createCoupons, {
    body: { count: 1200, batch: 'Fair', prefix: 'fair', percent: 20 },
  })
  expect([new Set(batch).size, batch.every((one) => /^FAIR[A-Z0-9]{12}$/.test(one))]).toEqual([1200, true])
  const page = await operator.client(contract.listCoupons, { query: { batch: 'Fair', limit: 100 } })
  expect([page.data.length, page.next_cursor === null]).toEqual([100, false])
  const [user, tier] = [await withBalance(1000), await makeTier(499)]
  await subscribe(user, tier, batch[0])
  const { data } = await operator.client(contract.listCoupons, { query: { query: batch[0] } })
  expect(await outcome(operator.client(contract.deleteCoupon, { params: { id: data[0]!.id } }))).toBe('409 coupon_redeemed')
  expect(await outcome(operator.client(contract.deleteCoupon, { params: { id: made.id } }))).toBe('done')
  expect(await outcome(operator.client(contract.deleteCoupon, { params: { id: made.id } }))).toBe('404 not_found')
})

test.each([
  ['the 31st', '2026-01-31T12:00:00+01:00', ['2026-02-28T11:00', '2026-03-31T10:00', '2026-04-30T10:00']],
  ['a leap year', '2028-01-31T12:00:00+01:00', ['2028-02-29T11:00', '2028-03-31T10:00', '2028-04-30T10:00']],
  ['half an hour past midnight', '2026-03-01T00:30:00+01:00', ['2026-03-31T22:30', '2026-04-30T22:30', '2026-05-31T22:30']],
  ['a time that the change skips', '2026-02-28T02:30:00+01:00', ['2026-03-28T01:30', '2026-04-28T00:30', '2026-05-28T00:30']],
  ['the end of summer time', '2026-09-25T02:30:00+02:00', ['2026-10-25T01:30', '2026-11-25T01:30', '2026-12-25T01:30']],
])('periods count by calendar months from %s', async (_, start, ends) => {
  const { user } = await subscribedAt(start)
  for (const [index, end] of ends.entries()) {
    const activeTo = (await list(user))[0]!.active_to
    expect(activeTo.slice(0, 16)).toBe(end)
    await renewAt(new Date(Date.parse(activeTo) - 3_600_000).toISOString())
    await renewAt(activeTo)
    for (let again = 0; again < 3; again += 1) await renewDue(tools)
    expect(
      await db
        .selectFrom('subscription_period')
        .innerJoin('subscription', 'subscription.id', 'subscription_id')
        .select('starts_at')
        .where('user_id', '=', user.id)
        .execute(),
    ).toHaveLength(index + 2)
  }
  expect(await balanceOf(user)).toBe('980.04')
})

test('a renewal charges the present price, once for ten jobs at once', async () => {
  const { user, tier } = await subscribedAt('2026-05-10T12:00:00Z')
  await db.updateTable('tier').set({ price: 599 }).where('id', '=', tier).execute()
  await setBillingClock(db, '2026-06-10T12:05:00Z')
  await Promise.all(Array.from({ length: 10 }, () => renewDue(tools)))
  expect(await list(user)).toMatchObject([{ price: '5.99', active_to: expect.stringContaining('2026-07-10') as string }])
  expect(await balanceOf(user)).toBe('989.02')
})

test('after forty days without the job, the present period alone is charged, and no stale mail is sent', async () => {
  const { user } = await subscribedAt('2026-01-10T12:00:00+01:00')
  const poor = await subscribedAt('2026-01-10T12:00:00+01:00', 499, 499)
  await renewAt('2026-03-22T12:00:00+01:00')
  expect(await balanceOf(user)).toBe('990.02')
  expect((await list(user)).map(({ active_to: end }) => end.slice(0, 16))).toEqual(['2026-04-10T10:00'])
  expect([await balanceOf(poor.user), mails]).toEqual(['0.00', []])
  expect(await list(poor.user)).toMatchObject([{ is_lapsed: true, renews: false, next_charge: null }])
})

test('an ended subscription isn’t renewed: unsubscribed between listing and charging, or archived', async () => {
  const left = await subscribedAt('2026-01-10T12:00:00+01:00')
  const archived = await subscribedAt('2026-01-10T12:00:00+01:00')
  await left.user.client(contract.unsubscribe, { body: { tier_id: left.tier } })
  await db.updateTable('tier').set({ archived_at: new Date() }).where('id', '=', archived.tier).execute()
  expect(await list(archived.user)).toMatchObject([{ renews: false }])
  await renewAt('2026-02-10T12:00:01+01:00')
  for (const { user } of [left, archived]) expect([await list(user), await balanceOf(user)]).toEqual([[], '995.01'])
  expect(mails).toEqual([])
  // And may be bought again.
  expect(await outcome(subscribe(left.user, left.tier))).toBe('done')
})

test('too little balance: warned once three days ahead, lapsed on the day, offered for a week; a top-up in time renews', async () => {
  const poor = await subscribedAt('2026-01-10T12:00:00+01:00', 499, 600)
  const saved = await subscribedAt('2026-01-10T12:00:00+01:00', 499, 600)
  const rich = await subscribedAt('2026-01-10T12:00:00+01:00')
  const gone = await subscribedAt('2026-01-10T12:00:00+01:00', 499, 600)
  await gone.user.client(contract.unsubscribe, { body: { tier_id: gone.tier } })
  await renewAt('2026-02-06T12:00:00+01:00')
  expect(mails).toEqual([])
  for (let n = 0; n < 3; n += 1) await renewAt('2026-02-07T12:00:00+01:00')
  expect(mails).toHaveLength(2)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([poor.user.email, saved.user.email].toSorted())
  await addBalance(saved.user, 1000)
  await renewAt('2026-02-10T12:00:00+01:00')
  expect(mails.slice(2)).toMatchObject([{ to: poor.user.email }])
  expect(await list(poor.user)).toMatchObject([{ is_lapsed: true }])
  for (const { user } of [saved, rich]) expect(await list(user)).toMatchObject([{ is_lapsed: false, renews: true }])
  await setBillingClock(db, '2026-02-18T12:00:00+01:00')
  expect(await list(poor.user)).toEqual([])
})

test('free packages renew without a charge or warning, and their codes stay unused', async () => {
  const user = await withBalance(499)
  const [free, paid] = [await makeTier(0), await makeTier(499)]
  const code = newCode()
  await makeCoupon({ code, percent: 50 })
  await setBillingClock(db, '2026-01-10T12:00:00+01:00')
  await subscribe(user, paid)
  await subscribe(user, free, code)
  expect((await operator.client(contract.listCoupons, { query: { query: code } })).data).toMatchObject([{ redeemed_at: null }])
  await renewAt('2026-02-07T12:00:00+01:00')
  expect(mails.filter(({ to }) => to === user.email)).toHaveLength(1)
  await renewAt('2026-02-10T12:01:00+01:00')
  expect((await list(user)).map(({ tier_id: id, is_lapsed: isLapsed }) => [id, isLapsed])).toEqual([
    [free, false],
    [paid, true],
  ])
})

test('with debt nothing can be bought, not even for nothing', async () => {
  const user = await withBalance(100)
  await db.transaction().execute((tx) =>
    postToLedger(tx, {
      cause: { type: 'chargeback', id: newId() },
      userId: user.id,
      amount: -300,
      site: { provider: 300 },
      mayOwe: true,
    }),
  )
  const code = newCode()
  await makeCoupon({ code, percent: 100 })
  expect(await outcome(subscribe(user, await makeTier(499), code))).toBe('422 balance balance')
  expect(await outcome(subscribe(user, await makeTier(0)))).toBe('done')
})

test('a period that ends in the last minute of a day is mailed of after midnight', async () => {
  const { user } = await subscribedAt('2026-01-10T23:59:30+01:00', 499, 499)
  await renewAt('2026-02-11T00:00:10+01:00')
  expect(mails).toMatchObject([{ to: user.email }])
})

test('two subscriptions of one wallet renew in the order in which they began', async () => {
  const user = await withBalance(499 * 2 + 499)
  const [first, second] = [await makeTier(499), await makeTier(499)]
  await setBillingClock(db, '2026-01-10T12:00:00+01:00')
  await subscribe(user, first)
  await subscribe(user, second)
  await renewAt('2026-02-10T12:00:30+01:00')
  expect((await list(user)).map(({ tier_id, is_lapsed }) => [tier_id, is_lapsed])).toEqual([
    [first, false],
    [second, true],
  ])
})

test('a clock that is set back charges nothing twice', async () => {
  const { user } = await subscribedAt('2026-05-10T12:00:00Z')
  await renewAt('2026-06-10T12:00:00Z')
  await renewAt('2026-05-20T12:00:00Z')
  await renewAt('2026-06-10T12:00:00Z')
  expect(await balanceOf(user)).toBe('990.02')
})

test('a repeated request subscribes once; the forecast counts what wallets don’t hold', async () => {
  const user = await withBalance(700)
  const tier = await makeTier(499)
  const headers = { 'idempotency-key': newId() }
  const call = () => user.client(contract.subscribe, { body: { tier_id: tier }, headers } as never)
  const [one, two] = [await call(), await call()]
  expect([one, await balanceOf(user)]).toEqual([two, '2.01'])
  await sql`update subscription set ended_at = now() where user_id <> ${user.id} and ended_at is null`.execute(db)
  expect(await operator.client(contract.getRenewalForecast, {})).toEqual({
    renewals: 1,
    amount: '4.99',
    uncovered: 1,
    uncovered_amount: '4.99',
  })
  expect(await guest(contract.getBillingClock, {})).toEqual({ now: null })
  await setBillingClock(db, '2030-01-01T00:00:00Z')
  expect((await guest(contract.getBillingClock, {})).now).toContain('2030-01-01T00:00')
})
