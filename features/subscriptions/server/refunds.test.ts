import { afterEach, expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { walletContract } from '#features/wallet/contract.ts'
import { checkLedger, postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { subscriptionsContract as contract } from '../contract.ts'

const server = await startTestServer({ PAYMENTS: 'sandbox' })
const { db, guest } = server
const operator = await createUser(server, { is_operator: true })
afterEach(async () => {
  const problems = await checkLedger(db)
  if (problems.length > 0) throw new Error(`The books are wrong: ${problems.join()}`)
})

const postEntry = (userId: string, cents: number, type: 'adjustment' | 'chargeback' = 'adjustment') =>
  db.transaction().execute((tx) =>
    postToLedger(tx, {
      cause: { type, id: newId() },
      userId,
      amount: cents,
      site: { adjustments: -cents },
      mayHaveDebt: true,
    }),
  )
const makeTier = async (price = 499) =>
  (
    await db
      .insertInto('tier')
      .values({ name: 'Films', package_name: newId(), price, is_free: false, position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
/** Makes a user with 20 euros who bought a package. */
async function createBuyer(coupon?: string) {
  const user = await createUser(server)
  await postEntry(user.id, 2000)
  const tier = await makeTier()
  const { transaction_id: id } = await user.client(contract.subscribe, {
    body: { tier_id: tier, ...(coupon !== undefined && { coupon_code: coupon }) },
  })
  return { user, tier, purchase: id! }
}
const refund = (id: string, body: object = {}, caller = operator.client) =>
  caller(contract.refundPurchase, { params: { id }, body: { note: 'By mistake', ...body } })
const balanceOf = async ({ client }: Person) => (await client(walletContract.getWallet, {})).balance
const subscriptionsOf = ({ client }: Person) => client(contract.getSubscriptions, {})
const listMailSubjects = async (email: string) => (await server.mailsTo(email)).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1])

test('a refund reverses revenue and tax, ends the subscription, notifies its user and names the purchase’s receipt', async () => {
  const { user, tier, purchase } = await createBuyer()
  expect(await balanceOf(user)).toBe('15.01')
  expect(await outcome(user.client(walletContract.getReceipt, { params: { id: purchase } }))).toBe('done')
  const posted = await refund(purchase)
  expect(posted).toMatchObject({ cause_type: 'purchase_refund', cause_id: purchase, note: 'By mistake', tier_name: 'Films' })
  expect(posted.entries).toMatchObject([
    { account: 'wallet', amount: '4.99', balance_after: '20.00' },
    { account: 'revenue', amount: '-4.12' },
    { account: 'vat', amount: '-0.87' },
  ])
  expect([await balanceOf(user), await subscriptionsOf(user)]).toEqual(['20.00', []])
  const { data: ledger } = await operator.client(walletContract.listLedger, { query: { user_id: user.id, cause_type: 'subscription' } })
  expect(ledger).toMatchObject([{ id: purchase, is_refunded: true }])
  const [transaction] = (await user.client(walletContract.listTransactions, { query: {} })).data
  expect(transaction).toMatchObject({ type: 'refund', tier_name: 'Films', amount: '4.99' })
  expect(await outcome(user.client(walletContract.getReceipt, { params: { id: transaction!.id } }))).toBe('done')
  expect((await user.client(notificationsContract.listNotifications, {})).data).toMatchObject([
    { kind: 'subscription', text: '€4.99 for Films was refunded to your balance', url: '/en/settings?view=wallet' },
  ])
  expect(await listMailSubjects(user.email)).toEqual(['Refund for Films'])
  expect(await outcome(user.client(contract.subscribe, { body: { tier_id: tier } }))).toBe('done')
})

test('an operator can let the subscription run; its coupon stays used', async () => {
  const code = `CODE${newId().replaceAll(/[^A-Za-z0-9]/g, '')}`.toUpperCase()
  await operator.client(contract.createCoupon, { body: { code, percent: 50 } })
  const { user, tier, purchase } = await createBuyer(code)
  await refund(purchase, { end_now: false })
  expect(await balanceOf(user)).toBe('20.00')
  expect(await subscriptionsOf(user)).toMatchObject([{ tier_id: tier, renews: true }])
  expect(await outcome(user.client(contract.getSalePrice, { query: { tier_id: tier, coupon_code: code } }))).toBe(
    '422 coupon_invalid coupon_code',
  )
})

test('ten concurrent refunds are one; a repeated one is refused, or gets the same response with its key', async () => {
  const { user, purchase } = await createBuyer()
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(refund(purchase))))
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 9 }, () => '409 already_refunded'), 'done'])
  expect(await outcome(refund(purchase, { end_now: false }))).toBe('409 already_refunded')
  expect([await balanceOf(user), await listMailSubjects(user.email)]).toEqual(['20.00', ['Refund for Films']])

  const other = await createBuyer()
  const refundWithKey = () =>
    operator.client(contract.refundPurchase, {
      params: { id: other.purchase },
      body: { note: 'Once' },
      headers: { 'idempotency-key': 'purchase-refund-once' },
    } as never)
  expect(await refundWithKey()).toEqual(await refundWithKey())
  expect(await balanceOf(other.user)).toBe('20.00')
})

test('a refund pays debt first', async () => {
  const { user, purchase } = await createBuyer()
  await postEntry(user.id, -1801, 'chargeback')
  expect(await user.client(walletContract.getWallet, {})).toMatchObject({ balance: '0.00', debt: '3.00' })
  await refund(purchase)
  expect(await user.client(walletContract.getWallet, {})).toMatchObject({ balance: '1.99', debt: '0.00' })
})

test('guests, strangers, other transactions, invalid types and free purchases are refused', async () => {
  const { user, purchase } = await createBuyer()
  expect(await outcome(refund(purchase, {}, guest))).toMatch(/^401/)
  expect(await outcome(refund(purchase, {}, user.client))).toMatch(/^403/)
  const topUp = (await postEntry(user.id, 100))!
  for (const id of [newId(), topUp]) expect(await outcome(refund(id))).toBe('404 not_found')
  const invalidBodies = [
    [{ note: '' }, '422 invalid note'],
    [{ note: 7 }, '422 invalid note'],
    [{ note: undefined }, '422 invalid note'],
    [{ note: 'x'.repeat(501) }, '422 invalid note'],
    [{ end_now: 'perhaps' }, '422 invalid end_now'],
  ] as const
  for (const [body, expected] of invalidBodies) expect(await outcome(refund(purchase, body))).toBe(expected)
  const code = `FREE${newId().replaceAll(/[^A-Za-z0-9]/g, '')}`.toUpperCase()
  await operator.client(contract.createCoupon, { body: { code, percent: 100 } })
  expect(await outcome(refund((await createBuyer(code)).purchase))).toBe('409 nothing_to_refund')
  await db.deleteFrom('account').where('id', '=', user.id).execute()
  expect(await outcome(refund(purchase))).toBe('409 nothing_to_refund')
})
