import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { walletContract as contract } from '../contract.ts'
import { checkLedger, postToLedger } from './queries/ledger.ts'

const server = await startTestServer({ PAYMENTS: 'sandbox' })
const { app, db, guest } = server

const topUp = async (client: Client, amount: string | number = '20.00') => {
  const { url, payment_id: id } = await client(contract.addBalance, { body: { amount } })
  return { url, id }
}
const finishPayment = (id: string, result: string, amount?: string) =>
  app.inject({
    method: 'POST',
    url: `/pay/sandbox/${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ outcome: result, ...(amount !== undefined && { amount }) }).toString(),
  })
const wallet = (client: Client) => client(contract.getWallet, {})
const postPurchase = (userId: string, amount: number) =>
  db.transaction().execute((tx) =>
    postToLedger(tx, {
      cause: { type: 'subscription', id: crypto.randomUUID() },
      userId,
      amount: -amount,
      site: { revenue: amount },
      details: { tier_name: 'Sport' },
    }),
  )

test('a paid top-up adds to the balance once, however often the webhook is called', async () => {
  const { client } = await createUser(server)
  expect(await wallet(client)).toMatchObject({ balance: '0.00', pending: '0.00', debt: '0.00', top_ups: 'test' })
  const { url, id } = await topUp(client, '20,00')
  expect(url).toBe(`http://choice.test/pay/sandbox/${id}`)
  expect(await wallet(client)).toMatchObject({ balance: '0.00', pending: '20.00' })
  expect(await client(contract.getPayment, { params: { id } })).toEqual({ id, amount: '20.00', status: 'open' })

  const response = await finishPayment(id, 'paid')
  expect(response.statusCode).toBe(303)
  expect(response.headers.location).toBe(`/en/settings?view=wallet&payment=${id}`)
  const webhook = () => guest(contract.receiveWebhook, { params: { provider: 'sandbox' }, body: { id } })
  await Promise.all(Array.from({ length: 9 }, webhook))
  expect(await wallet(client)).toMatchObject({ balance: '20.00', pending: '0.00' })
  expect(await client(contract.getPayment, { params: { id } })).toMatchObject({ status: 'paid' })
  expect((await client(contract.listTransactions, {})).data).toMatchObject([
    { amount: '20.00', type: 'balance', is_paid: true, status: null, balance_after: '20.00', tier_name: null },
  ])
})

test.each(['17.96999999', '0.99', '500.01', '-5', 'ten', '', null, true, {}, [20], '1e2', 17.969, '20.000', undefined])(
  'the amount %j is refused by field',
  async (amount) => {
    const { client } = await createUser(server)
    await expect(client(contract.addBalance, { body: { amount } })).rejects.toMatchObject({
      status: 422,
      body: { errors: { amount: ['Error! Invalid input'] } },
    })
  },
)

test.each(['1', '1.5', 500, '500.00', ' 20 '])('the amount %j is accepted', async (amount) => {
  const { client } = await createUser(server)
  expect(await topUp(client, amount)).toMatchObject({ url: expect.stringContaining('/pay/sandbox/') as string })
})

test('a failed or expired payment credits nothing and can’t become paid', async () => {
  const { client } = await createUser(server)
  for (const ended of ['failed', 'expired'] as const) {
    const { id } = await topUp(client)
    await finishPayment(id, ended)
    await finishPayment(id, 'paid')
    expect(await client(contract.getPayment, { params: { id } })).toMatchObject({ status: ended })
  }
  expect(await wallet(client)).toMatchObject({ balance: '0.00', pending: '0.00' })
  expect((await client(contract.listTransactions, {})).data).toMatchObject([
    { is_paid: false, status: 'expired' },
    { is_paid: false, status: 'failed' },
  ])
})

test('payments in two tabs are two credits with a receipt each', async () => {
  const { client } = await createUser(server)
  const [first, second] = [await topUp(client), await topUp(client)]
  await Promise.all([finishPayment(first.id, 'paid'), finishPayment(second.id, 'paid')])
  expect(await wallet(client)).toMatchObject({ balance: '40.00' })
  const { data } = await client(contract.listTransactions, {})
  const receipts = await Promise.all(data.map(({ id }) => client(contract.getReceipt, { params: { id } })))
  expect(receipts.map(({ type }) => type)).toEqual(['application/pdf', 'application/pdf'])
})

test('a repeated call with one key makes one payment', async () => {
  const { client } = await createUser(server)
  const call = () => client(contract.addBalance, { body: { amount: '20' }, headers: { 'idempotency-key': 'top-up-1' } } as never)
  expect(await call()).toEqual(await call())
  expect(await wallet(client)).toMatchObject({ pending: '20.00' })
})

test('refunds and chargebacks take the balance of the wallet, and the rest becomes debt', async () => {
  const owner = await createUser(server)
  const operator = await createUser(server, { is_operator: true })
  const { id } = await topUp(owner.client)
  await finishPayment(id, 'paid')
  await postPurchase(owner.id, 1500)
  await finishPayment(id, 'charged_back')
  await finishPayment(id, 'charged_back')
  expect(await wallet(owner.client)).toMatchObject({ balance: '0.00', debt: '15.00' })
  expect(await owner.client(contract.getPayment, { params: { id } })).toMatchObject({ status: 'charged_back' })
  await expect(postPurchase(owner.id, 1)).rejects.toThrow('wallet:balance')

  const second = await topUp(owner.client, '10')
  await finishPayment(second.id, 'paid')
  expect(await wallet(owner.client)).toMatchObject({ balance: '0.00', debt: '5.00' })
  const third = await topUp(owner.client, '10')
  await finishPayment(third.id, 'paid')
  expect(await wallet(owner.client)).toMatchObject({ balance: '5.00', debt: '0.00' })
  expect(await checkLedger(db)).toEqual([])
  const alerts = await operator.client(notificationsContract.listNotifications, {})
  expect(alerts.data).toMatchObject([{ kind: 'payment_reversed', text: '€20.00 of a payment was taken back; the user owes €15.00' }])
})

test('partial refunds are posted one by one', async () => {
  const { client } = await createUser(server)
  const { id } = await topUp(client)
  await finishPayment(id, 'paid')
  await finishPayment(id, 'refunded', '5')
  expect(await wallet(client)).toMatchObject({ balance: '15.00' })
  expect(await client(contract.getPayment, { params: { id } })).toMatchObject({ status: 'paid' })
  await finishPayment(id, 'refunded', '15.01')
  await finishPayment(id, 'refunded', '15')
  expect(await wallet(client)).toMatchObject({ balance: '0.00' })
  expect(await client(contract.getPayment, { params: { id } })).toMatchObject({ status: 'refunded' })
})

test('of fifty concurrent purchases with balance for one, one succeeds', async () => {
  const { id, client } = await createUser(server)
  const payment = await topUp(client, '5')
  await finishPayment(payment.id, 'paid')
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => postPurchase(id, 499)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await wallet(client)).toMatchObject({ balance: '0.01' })
})

test('the ledger can’t be changed, emptied or unbalanced', async () => {
  const { client } = await createUser(server)
  await finishPayment((await topUp(client)).id, 'paid')
  for (const statement of [
    sql`update ledger_entry set amount = amount + 1`,
    sql`delete from ledger_entry`,
    sql`truncate ledger_entry`,
    sql`update ledger_transaction set cause_id = cause_id || 'x'`,
    sql`delete from ledger_transaction`,
    sql`insert into ledger_entry (transaction_id, account_id, account_kind, amount)
      select t.id, a.id, a.kind, 1 from ledger_transaction t, ledger_account a where a.kind = 'revenue' limit 1`,
    sql`insert into ledger_transaction (cause_type, cause_id) values ('adjustment', 'empty')`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(/ledger/)
})

test('other users don’t see a payment, a transaction or a receipt', async () => {
  const { client } = await createUser(server)
  const outsider = await createUser(server)
  const { id } = await topUp(client)
  await finishPayment(id, 'paid')
  const [transaction] = (await client(contract.listTransactions, {})).data
  await expect(outsider.client(contract.getPayment, { params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(outsider.client(contract.getReceipt, { params: { id: transaction!.id } })).rejects.toMatchObject({ status: 404 })
  for (const endpoint of [contract.getWallet, contract.listTransactions] as const)
    await expect(guest(endpoint, {})).rejects.toMatchObject({ status: 401 })
  await expect(outsider.client(contract.listLedger, {})).rejects.toMatchObject({ status: 403 })
})

test('a refund that is repeated with its key is made once, even concurrently', async () => {
  const owner = await createUser(server)
  const operator = await createUser(server, { is_operator: true })
  const { id } = await topUp(owner.client)
  await finishPayment(id, 'paid')
  const refund = () =>
    operator.client(contract.refundPayment, {
      params: { id },
      body: { amount: '5', note: 'Twice' },
      headers: { 'idempotency-key': 'refund-once' },
    } as never)
  await Promise.allSettled([refund(), refund(), refund()])
  await refund()
  expect(await wallet(owner.client)).toMatchObject({ balance: '15.00' })
})

test('a payment that arrives after the deletion of its account stays in the site’s books', async () => {
  const { id: userId, client } = await createUser(server)
  const { id } = await topUp(client)
  await db.deleteFrom('account').where('id', '=', userId).execute()
  await finishPayment(id, 'paid')
  await finishPayment(id, 'refunded', '5')
  const { rows } = await sql<{ kind: string; total: number }>`
    select account_kind as kind, sum(e.amount)::int as total from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where t.payment_id = ${id} group by 1 order by 1`.execute(db)
  expect(rows).toEqual([
    { kind: 'adjustments', total: 1500 },
    { kind: 'provider', total: -1500 },
  ])
  expect(await checkLedger(db)).toEqual([])
})

test('a chargeback right after a flood of webhooks is posted at once, with few requests to the provider', async () => {
  const { client } = await createUser(server)
  const { id } = await topUp(client)
  const webhook = (provider = 'sandbox') => guest(contract.receiveWebhook, { params: { provider }, body: { id } })
  const flood = (number: number) => Promise.all(Array.from({ length: number }, () => webhook()))
  await flood(50)
  const first = flood(50)
  await finishPayment(id, 'paid')
  expect(await wallet(client)).toMatchObject({ balance: '20.00' })
  const second = flood(50)
  await finishPayment(id, 'charged_back')
  expect(await wallet(client)).toMatchObject({ balance: '0.00' })
  expect(await client(contract.getPayment, { params: { id } })).toMatchObject({ status: 'charged_back' })
  await Promise.all([first, second])
  const { fetches } = await db.selectFrom('payment').select('fetches').where('id', '=', id).executeTakeFirstOrThrow()
  expect(fetches).toBeLessThan(50)
  expect(await checkLedger(db)).toEqual([])
  await expect(webhook('nobody')).resolves.toEqual({})
})
