import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { startBillingSite } from '#test/billing.ts'
import { outcome } from '#test/channels.ts'
import { walletContract } from '#features/wallet/contract.ts'
import { subscriptionsContract as contract } from '../contract.ts'
import { deleteCoupon } from './queries/coupons.ts'

const { db, operator, makeTier, withBalance, balanceOf, subscribe, makeCoupon, newCode } = await startBillingSite()

test('of fifty concurrent users with one code, one redeems it', async () => {
  const users = await Promise.all(Array.from({ length: 50 }, () => withBalance(1000)))
  const tier = await makeTier(499)
  const code = newCode()
  await makeCoupon({ code, percent: 50 })
  const outcomes = await Promise.all(users.map((user) => outcome(subscribe(user, tier, code.toLowerCase()))))
  const refusals = users.slice(1).map(() => '422 coupon_invalid coupon_code')
  expect(outcomes.toSorted()).toEqual([...refusals, 'done'])
  const { data } = await operator.client(contract.listCoupons, { query: { query: code, redeemed: true } })
  expect(data).toMatchObject([{ code, percent: 50, redeemed_by: { id: users[outcomes.indexOf('done')]!.id } }])
})

test('a repeated purchase with a coupon reports that the user has the package', async () => {
  const user = await withBalance(1000)
  const tier = await makeTier(499)
  const code = newCode()
  await makeCoupon({ code, percent: 100 })
  const outcomes = await Promise.all([code, code].map((typedCode) => outcome(subscribe(user, tier, typedCode))))
  expect(outcomes.toSorted()).toEqual(['409 already_subscribed', 'done'])
  expect(await outcome(subscribe(user, tier, 'WRONG'))).toBe('409 already_subscribed')
})

test('the price with a coupon is equal when shown, charged and posted; a discount above the price is free, with a receipt', async () => {
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

test('invalid, expired, foreign and used codes get the same error, and guesses are limited', async () => {
  const user = await withBalance(1000)
  const [tier, other] = [await makeTier(499), await makeTier(499)]
  const [expired, foreign, today] = [newCode(), newCode(), newCode()]
  await makeCoupon({ code: expired, percent: 10 })
  await db.updateTable('coupon').set({ expires_at: new Date() }).where('code', '=', expired).execute()
  await makeCoupon({ code: foreign, percent: 10, tier_id: other })
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' }).format(new Date())
  const coupon = await makeCoupon({ code: today, percent: 10, expires_at: date })
  expect(Date.parse(coupon.expires_at!)).toBeGreaterThan(Date.now())
  const price = (coupon_code?: string) => outcome(user.client(contract.getSalePrice, { query: { tier_id: tier, coupon_code } }))
  expect([await price(''), await price()]).toEqual(['422 coupon_missing coupon_code', '422 coupon_missing coupon_code'])
  expect(await price(today)).toBe('done')
  for (const code of [expired, foreign, 'NOSUCHCODE', '%%%%', 'ab', 'ÅÅÅÅÅ'])
    expect(await price(code)).toBe('422 coupon_invalid coupon_code')
  for (let n = 0; n < 4; n += 1) expect(await outcome(subscribe(user, tier, 'WRONG'))).toBe('422 coupon_invalid coupon_code')
  expect(await price('WRONG')).toBe('429 too_many')
  expect(await outcome(subscribe(user, tier, today))).toBe('429 too_many')
  expect(await outcome(subscribe(user, newId(), today))).toBe('404 not_found')
  expect(await outcome(subscribe(user, tier))).toBe('done')
})

test('parallel checks of a valid code all succeed, and parallel guesses are still limited', async () => {
  const [user, tier, code] = [await withBalance(0), await makeTier(499), newCode()]
  await makeCoupon({ code, percent: 10 })
  const price = (coupon_code: string) => outcome(user.client(contract.getSalePrice, { query: { tier_id: tier, coupon_code } }))
  const pricesOf = (codes: readonly string[]) => Promise.all(codes.map(price))
  expect(await price('WRONG0')).toBe('422 coupon_invalid coupon_code')
  expect(new Set(await pricesOf(Array.from({ length: 50 }, () => code)))).toEqual(new Set(['done']))
  const guesses = await pricesOf(Array.from({ length: 40 }, (_, n) => `GUESS${n}`))
  expect(guesses.filter((guess) => guess === '422 coupon_invalid coupon_code')).toHaveLength(9)
  expect(guesses.filter((guess) => guess === '429 too_many')).toHaveLength(31)
})

test('operators create coupons individually and in batches, and delete unused ones', async () => {
  const code = newCode()
  const coupon = await makeCoupon({ code: ` ${code.toLowerCase()} `, amount: '2,50' })
  expect(coupon).toMatchObject({ code, amount: '2.50', percent: null, redeemed_at: null, redeemed_by: null })
  const refusals = [
    [{ code, percent: 5 }, '422 coupon_taken code'],
    [{ code: 'A-B-C-D', percent: 5 }, '422 coupon_code code'],
    // The upper case of these letters is among A–Z.
    [{ code: 'ßß', percent: 5 }, '422 coupon_code code'],
    [{ code: 'ſummer', percent: 5 }, '422 coupon_code code'],
    [{ code: newCode() }, '422 coupon_value percent'],
    [{ code: newCode(), percent: 5, expires_at: '2020-01-01' }, '422 coupon_expired expires_at'],
    [{ code: newCode(), percent: 5, expires_at: new Date().toISOString() }, '422 coupon_expired expires_at'],
    [{ code: newCode(), percent: 5, expires_at: '0000-01-01' }, '422 invalid expires_at'],
    [{}, '422 invalid code percent'],
    [{ code: newCode(), tier_id: 5 }, '422 invalid tier_id percent'],
    [{ amount: 'x' }, '422 invalid code amount'],
    [{ code: newCode(), percent: 5, amount: '1.00' }, '422 coupon_value percent'],
    [{ code: newCode(), percent: 5, tier_id: newId() }, '422 item_unknown tier_id'],
    [{ code: newCode(), percent: 101 }, '422 invalid percent'],
  ] as const
  for (const [body, expected] of refusals) expect(await outcome(makeCoupon(body))).toBe(expected)
  for (const body of [null, [], 'x', 1] as never[]) {
    expect(await outcome(makeCoupon(body))).toMatch(/^4\d\d /)
    expect(await outcome(operator.client(contract.createCoupons, { body }))).toMatch(/^4\d\d /)
  }
  const { codes: batch } = await operator.client(contract.createCoupons, {
    body: { count: 1200, batch: 'Fair', prefix: 'fair', percent: 20 },
  })
  expect([new Set(batch).size, batch.every((item) => /^FAIR[A-Z0-9]{12}$/.test(item))]).toEqual([1200, true])
  const page = await operator.client(contract.listCoupons, { query: { batch: 'Fair', limit: 100 } })
  expect([page.data.length, page.next_cursor === null]).toEqual([100, false])
  const [user, tier] = [await withBalance(1000), await makeTier(499)]
  await subscribe(user, tier, batch[0])
  const { data } = await operator.client(contract.listCoupons, { query: { query: batch[0] } })
  expect(await outcome(operator.client(contract.deleteCoupon, { params: { id: data[0]!.id } }))).toBe('409 coupon_redeemed')
  expect(await outcome(operator.client(contract.deleteCoupon, { params: { id: coupon.id } }))).toBe('done')
  expect(await outcome(operator.client(contract.deleteCoupon, { params: { id: coupon.id } }))).toBe('404 not_found')
})

test('operators change unused coupons; fields that aren’t sent stay the same', async () => {
  const [user, tier, code, taken] = [await withBalance(1000), await makeTier(499), newCode(), newCode()]
  await makeCoupon({ code: taken, percent: 5 })
  const { id, created_at } = await makeCoupon({ code, percent: 50, tier_id: tier, expires_at: '2999-12-31' })
  const update = (body: object) => operator.client(contract.updateCoupon, { params: { id }, body })
  expect(await update({ expires_at: null })).toMatchObject({ id, code, percent: 50, tier_id: tier, expires_at: null, created_at })
  expect(await update({ amount: '2,50' })).toMatchObject({ percent: null, amount: '2.50', tier_id: tier })
  expect(await update({ percent: 20, tier_id: null })).toMatchObject({ percent: 20, amount: null, tier_id: null })
  expect(await update({})).toMatchObject({ code, percent: 20 })
  const refusals = [
    [{ percent: 5, amount: '1.00' }, '422 coupon_value percent'],
    [{ percent: 0 }, '422 invalid percent'],
    [{ tier_id: newId() }, '422 item_unknown tier_id'],
    [{ expires_at: '2020-01-01' }, '422 coupon_expired expires_at'],
    [{ code: 'A-B-C-D' }, '422 coupon_code code'],
    [{ code: taken.toLowerCase() }, '422 coupon_taken code'],
  ] as const
  for (const [body, expected] of refusals) expect(await outcome(update(body))).toBe(expected)
  const renamed = newCode()
  expect(await update({ code: renamed.toLowerCase() })).toMatchObject({ code: renamed, percent: 20 })
  await subscribe(user, tier, renamed)
  expect(await outcome(update({ percent: 30 }))).toBe('409 coupon_redeemed')
  expect(await outcome(user.client(contract.updateCoupon, { params: { id }, body: { percent: 100 } }))).toMatch(/^403/)
  expect(await outcome(operator.client(contract.updateCoupon, { params: { id: newId() }, body: {} }))).toBe('404 not_found')
})

test('a purchase is refused if the coupon’s discount isn’t the one that the user was shown', async () => {
  const [user, tier, code] = [await withBalance(1000), await makeTier(499), newCode()]
  const { id } = await makeCoupon({ code, percent: 100 })
  await operator.client(contract.updateCoupon, { params: { id }, body: { percent: 1 } })
  const buy = (first_price: string) =>
    user.client(contract.subscribe, { body: { tier_id: tier, price: '4.99', first_price, coupon_code: code } })
  expect(await outcome(buy('0.00'))).toBe('409 price_changed')
  expect(await balanceOf(user)).toBe('10.00')
  expect(await buy('4.94')).toMatchObject({ price: '4.94' })
})

test('of two operators who delete a coupon at once, the second learns that it is gone', async () => {
  const { id } = await makeCoupon({ code: newCode(), percent: 50 })
  const waiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows.length
  let second: Promise<string>
  await db.transaction().execute(async (tx) => {
    await deleteCoupon(tx, id)
    second = outcome(operator.client(contract.deleteCoupon, { params: { id } }))
    await expect.poll(waiting).toBe(1)
  })
  expect(await second!).toBe('404 not_found')
})

test('an invalid amount has a specific error', async () => {
  const errorOf = async (amount: unknown) => {
    const error: unknown = await makeCoupon({ code: newCode(), amount }).catch((refusal: unknown) => refusal)
    return (error as { body: { errors: unknown } }).body.errors
  }
  expect(await errorOf('1.005')).toEqual({ amount: ['Enter an amount such as 4.99'] })
  expect(await errorOf('-1')).toEqual({ amount: ['Enter an amount such as 4.99'] })
  expect(await errorOf('0.00')).toEqual({ amount: ['At least 0.01'] })
  expect(await errorOf('99999')).toEqual({ amount: ['At most 500'] })
})
