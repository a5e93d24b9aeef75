import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { startBillingSite } from '#test/billing.ts'
import { outcome } from '#test/channels.ts'
import { holdStatements } from '#test/blocked-statements.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { walletContract } from '#features/wallet/contract.ts'
import { postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { subscriptionsContract as contract } from '../contract.ts'
import { setBillingClock } from './queries/subscriptions.ts'

const { server, db, guest, operator, makeTier, withBalance, addBalance, balanceOf, subscribe, list, makeCoupon, newCode } =
  await startBillingSite()

test('a subscription is charged with tax, listed, ended with its period, and resumed', async () => {
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

test.each(['', ' ', null])('the coupon code %j is no code', async (coupon_code) => {
  const [user, tier] = [await withBalance(2000), await makeTier(499)]
  expect(await user.client(contract.subscribe, { body: { tier_id: tier, coupon_code } })).toMatchObject({ price: '4.99' })
})

test('guests, unknown and archived packages, and others’ subscriptions are refused', async () => {
  const user = await withBalance(2000)
  const tier = await makeTier(499)
  expect(await outcome(guest(contract.subscribe, { body: { tier_id: tier } }))).toMatch(/^401/)
  expect(await outcome(subscribe(user, newId()))).toBe('404 not_found')
  expect(await outcome(user.client(contract.subscribe, { body: { tier_id: newId(), price: 'x' } }))).toBe('404 not_found')
  const archived = await makeTier(499, { archived_at: new Date() })
  expect(await outcome(subscribe(user, archived))).toBe('409 tier_archived')
  expect(await outcome(user.client(contract.getSalePrice, { query: { tier_id: archived, coupon_code: 'ANY1' } }))).toBe('409 tier_archived')
  for (const end of [contract.unsubscribe, contract.resume])
    expect(await outcome(user.client(end, { body: { tier_id: tier } }))).toBe('409 not_subscribed')
  expect(await outcome(user.client(contract.listCoupons, { query: {} }))).toMatch(/^403/)
  expect(await balanceOf(user)).toBe('20.00')
})

test('a price that changed since it was shown isn’t charged', async () => {
  const user = await withBalance(2000)
  const tier = await makeTier(499)
  const code = newCode()
  await makeCoupon({ code, percent: 50 })
  const buy = (price: string, coupon?: string) =>
    outcome(user.client(contract.subscribe, { body: { tier_id: tier, price, ...(coupon && { coupon_code: coupon }) } }))
  await db.updateTable('tier').set({ price: 599 }).where('id', '=', tier).execute()
  expect([await buy('4.99'), await buy('4.99', code), await buy('x'), await buy('-1.00')]).toEqual([
    '409 price_changed',
    '409 price_changed',
    '422 invalid price',
    '422 invalid price',
  ])
  expect([await balanceOf(user), await list(user)]).toEqual(['20.00', []])
  expect(await buy('5,99', code)).toBe('done')
  expect(await balanceOf(user)).toBe('17.01')
})

const heldStatements = await holdStatements(db)
const otherServer = await server.again()

test.each([
  ['409 price_changed', (id: string) => sql`update tier set price = 599 where id = ${id}`],
  ['409 tier_archived', (id: string) => sql`update tier set archived_at = now() where id = ${id}`],
  ['404 not_found', (id: string) => sql`delete from tier where id = ${id}`],
])('a package that changes between the discount and the charge isn’t bought (%s)', async (refusal, change) => {
  const [user, tier, code] = [await withBalance(2000), await makeTier(499), newCode()]
  await makeCoupon({ code, percent: 50 })
  const drop = await heldStatements.before('update on coupon for each row')
  const buying = await heldStatements.during(async (untilHeld) => {
    const purchase = outcome(subscribe(user, tier, code))
    await untilHeld()
    await change(tier).execute(db)
    return [purchase]
  })
  expect(await buying[0]).toBe(refusal)
  await drop()
  expect([await balanceOf(user), await list(user)]).toEqual(['20.00', []])
  expect(await subscribe(user, await makeTier(499), code)).toMatchObject({ price: '2.49' })
})

test.each([
  [{ is_archived: true }, '409 tier_archived'],
  [{ price: '5.99' }, '409 price_changed'],
] as const)('a package changed by another process (%o) is bought at the shown price, or refused', async (body, refusal) => {
  const [early, late] = [await withBalance(2000), await withBalance(2000)]
  const tier = await makeTier(499)
  const buyOf = (user: Awaited<ReturnType<typeof withBalance>>) =>
    outcome(otherServer.clientFor({ token: user.token })(contract.subscribe, { body: { tier_id: tier, price: '4.99' } }))
  const change = () => outcome(operator.client(packagesContract.updateTier, { params: { id: tier }, body }))

  // The change of the package begins first, and is held before its write. The purchase may wait for the change.
  let drop = await heldStatements.before('update on tier for each row')
  const [changed, buying] = await heldStatements.during(async (untilHeld) => {
    const changing = change()
    await untilHeld()
    const purchase = buyOf(early)
    await sleep(500)
    return [changing, purchase]
  })
  expect(await changed).toBe('done')
  const earlyOutcome = await buying
  await drop()
  expect(['done 15.01', `${refusal} 20.00`]).toContain(`${earlyOutcome} ${await balanceOf(early)}`)
  expect([await buyOf(late), await balanceOf(late)]).toEqual([refusal, '20.00'])

  // The purchase begins first, and is held after its statement has read the package.
  await db.updateTable('tier').set({ price: 499, archived_at: null }).where('id', '=', tier).execute()
  drop = await heldStatements.before('insert on ledger_transaction for each row')
  const [bought, changedLater] = await heldStatements.during(async (untilHeld) => {
    const buying = buyOf(late)
    await untilHeld()
    const changing = change()
    await sleep(500)
    return [buying, changing]
  })
  expect([await bought, await changedLater]).toEqual(['done', 'done'])
  await drop()
  expect([await bought, await balanceOf(late)]).toEqual(['done', '15.01'])
})

test('an ended subscription that no job has closed yet can be bought again', async () => {
  const user = await withBalance(2000)
  const tier = await makeTier(499)
  const first = await subscribe(user, tier)
  await user.client(contract.unsubscribe, { body: { tier_id: tier } })
  await setBillingClock(db, new Date(Date.parse(first.active_to) + 60_000).toISOString())
  expect(await subscribe(user, tier)).toMatchObject({ renews: true })
  expect([await balanceOf(user), (await list(user)).length]).toEqual(['10.02', 1])
})

test('a package deleted during a purchase is either kept, or not charged', async () => {
  const user = await withBalance(100_000)
  let bought = 0
  for (let run = 0; run < 10; run++) {
    const tier = await makeTier(499)
    const [buying, deleting] = await Promise.all([
      outcome(subscribe(user, tier)),
      outcome(operator.client(packagesContract.deleteTier, { params: { id: tier } })),
    ])
    if (buying === 'done') bought++
    expect(['done/409 has_subscribers', '404 not_found/done']).toContain(`${buying}/${deleting}`)
  }
  expect([(await list(user)).length, await balanceOf(user)]).toEqual([bought, (1000 - bought * 4.99).toFixed(2)])
})

test('a purchase above the balance is refused, and changes neither coupon nor packages; a free package needs no balance', async () => {
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

test('of fifty concurrent subscriptions with balance for one, one is charged', async () => {
  const user = await withBalance(499)
  const tiers = await Promise.all(Array.from({ length: 10 }, () => makeTier(499)))
  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => outcome(subscribe(user, tiers[n % tiers.length]!))))
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(
    new Set(['done', '422 balance balance', ...(outcomes.includes('409 already_subscribed') ? ['409 already_subscribed'] : [])]),
  )
  expect([await balanceOf(user), (await list(user)).length]).toEqual(['0.00', 1])
})

test("a user with debt can't buy anything, not even for free", async () => {
  const user = await withBalance(100)
  await db.transaction().execute((tx) =>
    postToLedger(tx, {
      cause: { type: 'chargeback', id: newId() },
      userId: user.id,
      amount: -300,
      site: { provider: 300 },
      mayHaveDebt: true,
    }),
  )
  const code = newCode()
  await makeCoupon({ code, percent: 100 })
  expect(await outcome(subscribe(user, await makeTier(499), code))).toBe('422 balance balance')
  expect(await outcome(subscribe(user, await makeTier(0)))).toBe('done')
})

test('a request that is repeated with another key, also concurrently, is charged once', async () => {
  const [user, tier] = [await withBalance(2000), await makeTier(499)]
  const buy = () => outcome(user.client(contract.subscribe, { body: { tier_id: tier }, headers: { 'idempotency-key': newId() } } as never))
  expect((await Promise.all([buy(), buy()])).toSorted()).toEqual(['409 already_subscribed', 'done'])
  expect(await buy()).toBe('409 already_subscribed')
  expect([await balanceOf(user), (await list(user)).length]).toEqual(['15.01', 1])
})

test('a repeated request subscribes once; the forecast counts the amounts that wallets don’t cover', async () => {
  const user = await withBalance(700)
  const tier = await makeTier(499)
  const headers = { 'idempotency-key': newId() }
  const call = () => user.client(contract.subscribe, { body: { tier_id: tier }, headers } as never)
  const [first, second] = [await call(), await call()]
  expect([first, await balanceOf(user)]).toEqual([second, '2.01'])
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
