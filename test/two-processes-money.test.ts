// @module-tag slow
import { expect, test } from 'vitest'
import { subscriptionsContract } from '#features/subscriptions/contract.ts'
import { walletContract } from '#features/wallet/contract.ts'
import { checkLedger } from '#features/wallet/server/queries/ledger.ts'
import { addBalance, makeTier } from './billing.ts'
import { outcome } from './channels.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'

const { db, start } = await createServerProcesses()
const instances = await Promise.all(['one', 'two'].map((name) => start(name, { PAYMENTS: 'sandbox' })))
const [one] = instances as [(typeof instances)[0]]
const operator = await createUser({ db, clientFor: one.clientFor }, { is_operator: true })

const withBalance = async (cents: number) => {
  const user = await createUser({ db, clientFor: one.clientFor })
  await addBalance(db, user, cents)
  return user
}
/** Buys a package in one of the processes. */
const buy = (index: number, { token }: { token: string }, tier_id: string, coupon_code?: string, price?: string) =>
  outcome(
    instances[index % 2]!.clientFor({ token })(subscriptionsContract.subscribe, {
      body: { tier_id, ...(coupon_code !== undefined && { coupon_code }), ...(price !== undefined && { price }) },
    }),
  )
const countOf = (outcomes: readonly string[], searched: string) => outcomes.filter((each) => each === searched).length

test('of users of both processes with one coupon, one redeems it', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => withBalance(1000)))
  const tier = await makeTier(db, 499)
  const { code, id } = await operator.client(subscriptionsContract.createCoupon, { body: { code: 'TWOPLACES', percent: 100 } })
  const outcomes = await Promise.all(users.map((user, index) => buy(index, user, tier, code)))
  expect([countOf(outcomes, 'done'), countOf(outcomes, '422 coupon_invalid coupon_code')]).toEqual([1, 19])
  const { data } = await operator.client(subscriptionsContract.listCoupons, { query: { query: code } })
  expect(data).toMatchObject([{ id, redeemed_by: { id: users[outcomes.indexOf('done')]!.id } }])
  const balances = await Promise.all(users.map(async ({ client }) => (await client(walletContract.getWallet, {})).balance))
  expect(new Set(balances)).toEqual(new Set(['10.00']))
})

test('one wallet pays in both processes for as much as it has, and for a package once', async () => {
  const user = await withBalance(1000)
  const tiers = await Promise.all(Array.from({ length: 6 }, () => makeTier(db, 499)))
  const outcomes = await Promise.all([...tiers, ...tiers].map((tier, index) => buy(index + Number(index >= tiers.length), user, tier)))
  expect(countOf(outcomes, 'done')).toBe(2)
  expect((await user.client(walletContract.getWallet, {})).balance).toBe('0.02')
  expect(await user.client(subscriptionsContract.getSubscriptions, {})).toHaveLength(2)
  expect(await checkLedger(db)).toEqual([])
})

test('wrong coupon codes of a user count together', async () => {
  const user = await withBalance(0)
  const tier = await makeTier(db, 499)
  const outcomes = await Promise.all(Array.from({ length: 24 }, (_, index) => buy(index, user, tier, `WRONG${index}`)))
  expect([countOf(outcomes, '422 coupon_invalid coupon_code'), countOf(outcomes, '429 too_many')]).toEqual([10, 14])
})
