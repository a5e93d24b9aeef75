import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { startBillingSite } from '#test/billing.ts'
import { outcome } from '#test/channels.ts'
import { subscriptionsContract as contract } from '../contract.ts'
import { setBillingClock, setRenews } from './queries/subscriptions.ts'

const {
  db,
  operator,
  mails,
  makeTier,
  withBalance,
  addBalance,
  balanceOf,
  subscribe,
  list,
  makeCoupon,
  newCode,
  renewAt,
  subscribedAt,
  renew,
} = await startBillingSite()

test.each([
  ['the 31st', '2026-01-31T12:00:00+01:00', ['2026-02-28T11:00', '2026-03-31T10:00', '2026-04-30T10:00']],
  ['a leap year', '2028-01-31T12:00:00+01:00', ['2028-02-29T11:00', '2028-03-31T10:00', '2028-04-30T10:00']],
  ['half an hour past midnight', '2026-03-01T00:30:00+01:00', ['2026-03-31T22:30', '2026-04-30T22:30', '2026-05-31T22:30']],
  ['a time that the start of summer time skips', '2026-02-28T02:30:00+01:00', ['2026-03-28T01:30', '2026-04-28T00:30', '2026-05-28T00:30']],
  ['the end of summer time', '2026-09-25T02:30:00+02:00', ['2026-10-25T01:30', '2026-11-25T01:30', '2026-12-25T01:30']],
])('periods count by calendar months from %s', async (_, start, ends) => {
  const { user } = await subscribedAt(start)
  for (const [index, end] of ends.entries()) {
    const activeTo = (await list(user))[0]!.active_to
    expect(activeTo.slice(0, 16)).toBe(end)
    await renewAt(new Date(Date.parse(activeTo) - 3_600_000).toISOString())
    await renewAt(activeTo)
    for (let round = 0; round < 8; round += 1) await renew()
    expect(
      await db
        .selectFrom('ledger_transaction')
        .innerJoin('subscription', (join) => join.on(sql<boolean>`starts_with(cause_id, subscription.id || ':')`))
        .select('cause_id')
        .where('user_id', '=', user.id)
        .execute(),
    ).toHaveLength(index + 2)
  }
  expect(await balanceOf(user)).toBe('980.04')
})

test('a renewal charges the current price, once for ten concurrent jobs', async () => {
  const { user, tier } = await subscribedAt('2026-05-10T12:00:00Z')
  await db.updateTable('tier').set({ price: 599 }).where('id', '=', tier).execute()
  await setBillingClock(db, '2026-06-10T12:05:00Z')
  await Promise.all(Array.from({ length: 10 }, () => renew()))
  expect(await list(user)).toMatchObject([{ price: '5.99', active_to: expect.stringContaining('2026-07-10') as string }])
  expect(await balanceOf(user)).toBe('989.02')
})

test('after forty days without the job, only the current period is charged, and no outdated mail is sent', async () => {
  const { user } = await subscribedAt('2026-01-10T12:00:00+01:00')
  const poorSubscriber = await subscribedAt('2026-01-10T12:00:00+01:00', 499, 499)
  await renewAt('2026-03-22T12:00:00+01:00')
  expect(await balanceOf(user)).toBe('990.02')
  expect((await list(user)).map(({ active_to: end }) => end.slice(0, 16))).toEqual(['2026-04-10T10:00'])
  expect([await balanceOf(poorSubscriber.user), mails]).toEqual(['0.00', []])
  expect(await list(poorSubscriber.user)).toMatchObject([{ is_lapsed: true, renews: false, next_charge: null }])
})

test('an ended subscription isn’t renewed: unsubscribed, or to an archived package', async () => {
  const left = await subscribedAt('2026-01-10T12:00:00+01:00')
  const archived = await subscribedAt('2026-01-10T12:00:00+01:00')
  await left.user.client(contract.unsubscribe, { body: { tier_id: left.tier } })
  await db.updateTable('tier').set({ archived_at: new Date() }).where('id', '=', archived.tier).execute()
  expect(await list(left.user)).toMatchObject([{ renews: false, is_archived: false }])
  expect(await list(archived.user)).toMatchObject([{ renews: false, is_archived: true }])
  await renewAt('2026-02-10T12:00:01+01:00')
  for (const { user } of [left, archived]) expect([await list(user), await balanceOf(user)]).toEqual([[], '995.01'])
  expect(mails).toEqual([])
  // After the subscription has ended, the package can be bought again.
  expect(await outcome(subscribe(left.user, left.tier))).toBe('done')
})

test('a subscription that is unsubscribed between listing and charging isn’t renewed', async () => {
  const { user, tier } = await subscribedAt('2026-01-10T12:00:00+01:00')
  const waiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows.length
  await setBillingClock(db, '2026-02-10T12:05:00+01:00')
  let renewing: Promise<void>
  await db.transaction().execute(async (tx) => {
    await setRenews(tx, user.id, tier, false)
    renewing = renew()
    await expect.poll(waiting).toBe(1)
  })
  await renewing!
  expect([await list(user), await balanceOf(user), mails]).toEqual([[], '995.01', []])
})

test('a low balance is warned of once three days ahead and lapses on the day; for a week it can be resumed; a top-up in time renews', async () => {
  const poorSubscriber = await subscribedAt('2026-01-10T12:00:00+01:00', 499, 600)
  const saved = await subscribedAt('2026-01-10T12:00:00+01:00', 499, 600)
  const rich = await subscribedAt('2026-01-10T12:00:00+01:00')
  const lapsed = await subscribedAt('2026-01-10T12:00:00+01:00', 499, 600)
  await lapsed.user.client(contract.unsubscribe, { body: { tier_id: lapsed.tier } })
  await renewAt('2026-02-06T12:00:00+01:00')
  expect(mails).toEqual([])
  for (let n = 0; n < 3; n += 1) await renewAt('2026-02-07T12:00:00+01:00')
  expect(mails).toHaveLength(2)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([poorSubscriber.user.email, saved.user.email].toSorted())
  await addBalance(saved.user, 1000)
  await renewAt('2026-02-10T12:00:00+01:00')
  expect(mails.slice(2)).toMatchObject([{ to: poorSubscriber.user.email }])
  expect(await list(poorSubscriber.user)).toMatchObject([{ is_lapsed: true }])
  for (const { user } of [saved, rich]) expect(await list(user)).toMatchObject([{ is_lapsed: false, renews: true }])
  await setBillingClock(db, '2026-02-18T12:00:00+01:00')
  expect(await list(poorSubscriber.user)).toEqual([])
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

test('a mail about a period that ends in the last minute of a day is sent after midnight', async () => {
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
