import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { walletContract as contract } from '../contract.ts'
import { checkLedger } from './queries/ledger.ts'

interface StoredPayment {
  id: string
  mode: 'test' | 'live'
  status: string
  amount: { currency: string; value: string }
  amountRefunded?: { currency: string; value: string }
  amountChargedBack?: { currency: string; value: string }
  metadata: { payment: string }
  key: string
}

/**
 * Payments of a server that responds as Mollie's API v2 is documented. Repeated creations with the same idempotency key return the same
 * payment or refund.
 */
const payments = new Map<string, StoredPayment>()
const refunds = new Set<string>()
/** Faults of the next requests, in order. */
let faults: ('lose answer' | 'refuse' | 'break' | 'call early')[] = []
let requests: string[] = []
const mollieAmount = (value: string) => ({ currency: 'EUR', value })

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, never>
}

async function respond(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url!, 'http://mollie.test')
  requests.push(`${request.method} ${url.pathname}`)
  const send = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body))
  if (request.headers.authorization !== 'Bearer test_abcdefghijklmn') return send(401, { status: 401 })
  const key = String(request.headers['idempotency-key'])
  const body = await bodyOf(request)
  const fault = faults.shift()
  if (fault === 'break') return send(503, { status: 503 })
  if (fault === 'refuse') return send(422, { status: 422 })
  let payment = [...payments.values()].find((item) => item.key === key) ?? payments.get(url.pathname.split('/')[3] ?? '')
  if (request.method === 'POST' && url.pathname === '/v2/payments' && !payment) {
    payment = { id: `tr_${payments.size + 1}x`, mode: 'test', status: 'open', amount: body['amount']!, metadata: body['metadata']!, key }
    payments.set(payment.id, payment)
  }
  if (payment && url.pathname.endsWith('/refunds') && !refunds.has(key)) {
    refunds.add(key)
    const { value } = body['amount'] as unknown as { value: string }
    payment.amountRefunded = mollieAmount((Number(payment.amountRefunded?.value ?? 0) + Number(value)).toFixed(2))
  }
  if (fault === 'lose answer') return response.destroy()
  if (fault === 'call early' && payment) {
    payment.status = 'paid'
    await Promise.all([webhook(payment.id), webhook(payment.id)])
  }
  if (!payment) return send(404, { status: 404 })
  const { key: _, ...visible } = payment
  return send(200, { ...visible, _links: { checkout: { href: `https://mollie.example/checkout/${payment.id}` } } })
}
const mollie = createServer((request, response) => void respond(request, response))
await new Promise<void>((resolve) => mollie.listen(0, '127.0.0.1', resolve))
afterAll(() => mollie.close())

const server = await startTestServer({
  PAYMENTS: 'mollie',
  MOLLIE_API_KEY: 'test_abcdefghijklmn',
  MOLLIE_API_URL: `http://127.0.0.1:${(mollie.address() as AddressInfo).port}`,
})
const { db, guest } = server
beforeEach(() => {
  faults = []
  requests = []
})

const topUp = async (client: Client, amount = '20.00') => {
  const { payment_id: id, url } = await client(contract.addBalance, { body: { amount } })
  return { id, url, stored: [...payments.values()].find(({ metadata }) => metadata.payment === id)! }
}
const webhook = (id: string) => guest(contract.receiveWebhook, { params: { provider: 'mollie' }, body: { id } })
const wallet = (client: Client) => client(contract.getWallet, {})
/** Makes the next check of the payment due, and runs it. */
async function checkPayment(id: string) {
  await sql`update payment set next_check_at = now() - interval '1 second' where id = ${id}`.execute(db)
  await sql`insert into job (name, payload, max_attempts) values ('wallet-payments', '{}', 1)`.execute(db)
  await vi.waitFor(
    async () => expect((await sql`select from payment where id = ${id} and next_check_at < now()`.execute(db)).rows).toEqual([]),
    {
      timeout: 20_000,
    },
  )
}
const statusOf = async (client: Client, id: string) => (await client(contract.getPayment, { params: { id } })).status

test('a top-up leads to Mollie’s page, and the webhook’s id is looked up at Mollie', async () => {
  const { client } = await createUser(server)
  const { id, url, stored } = await topUp(client)
  expect(url).toBe(`https://mollie.example/checkout/${stored.id}`)
  expect(stored).toMatchObject({ amount: mollieAmount('20.00'), key: id })
  await webhook(stored.id)
  expect(await wallet(client)).toMatchObject({ balance: '0.00', pending: '20.00', top_ups: 'on' })
  stored.status = 'paid'
  await Promise.all(Array.from({ length: 5 }, () => webhook(stored.id)))
  expect(await wallet(client)).toMatchObject({ balance: '20.00', pending: '0.00' })
})

test('the return page alone credits nothing; twenty of its reads and webhooks at once credit once', async () => {
  const { client } = await createUser(server)
  const { id, stored } = await topUp(client)
  stored.status = 'paid'
  expect([await statusOf(client, id), await wallet(client)]).toMatchObject(['open', { balance: '0.00', pending: '20.00' }])
  await Promise.all(Array.from({ length: 20 }, () => Promise.all([webhook(stored.id), statusOf(client, id), wallet(client)])))
  expect([await statusOf(client, id), await wallet(client)]).toMatchObject(['paid', { balance: '20.00', pending: '0.00' }])
  expect((await client(contract.listTransactions, {})).data).toMatchObject([{ amount: '20.00', is_paid: true }])
})

test('a creation whose response was lost is found again by the same key', async () => {
  const { client } = await createUser(server)
  faults = ['lose answer']
  await expect(client(contract.addBalance, { body: { amount: '10' } })).rejects.toMatchObject({
    status: 503,
    body: { code: 'provider_away' },
  })
  const payment = [...payments.values()].at(-1)!
  payment.status = 'paid'
  const { payment: id } = payment.metadata
  const before = payments.size
  await checkPayment(id)
  await vi.waitFor(async () => expect(await wallet(client)).toMatchObject({ balance: '10.00' }), { timeout: 20_000 })
  expect(payments.size).toBe(before)
})

test.each(['break', 'refuse'] as const)('a response of the kind “%s” counts as an outage of the provider', async (fault) => {
  const { client } = await createUser(server)
  faults = [fault]
  await expect(client(contract.addBalance, { body: { amount: '10' } })).rejects.toMatchObject({ status: 503 })
})

test('the regular check makes up for a missed webhook', async () => {
  const { client } = await createUser(server)
  const { id, stored } = await topUp(client)
  stored.status = 'paid'
  await checkPayment(id)
  await vi.waitFor(async () => expect(await wallet(client)).toMatchObject({ balance: '20.00' }), { timeout: 20_000 })
})

test('a webhook that arrives before the response of the creation loses nothing', async () => {
  const { client } = await createUser(server)
  faults = ['call early']
  const { id, url, stored } = await topUp(client)
  expect(url).toContain(stored.id)
  expect(await wallet(client)).toMatchObject({ balance: '0.00', pending: '20.00' })
  await checkPayment(id)
  await vi.waitFor(async () => expect(await wallet(client)).toMatchObject({ balance: '20.00', pending: '0.00' }), { timeout: 20_000 })
  await webhook(stored.id)
  expect(await wallet(client)).toMatchObject({ balance: '20.00' })
})

test('the webhook requests a repetition during an outage of Mollie', async () => {
  const { client } = await createUser(server)
  const { stored } = await topUp(client)
  stored.status = 'paid'
  faults = ['break']
  await expect(webhook(stored.id)).rejects.toMatchObject({ status: 503 })
  await webhook(stored.id)
  expect(await wallet(client)).toMatchObject({ balance: '20.00' })
})

test('unknown ids are answered without a request to Mollie', async () => {
  requests = []
  for (const id of ['tr_unknown', '../v2/methods', 'x'.repeat(200), '']) expect(await webhook(id)).toEqual({})
  expect(requests).toEqual([])
})

test.each([
  ['currency', { amount: { currency: 'USD', value: '20.00' } }],
  ['amount', { amount: mollieAmount('2.00') }],
  ['foreign', { mode: 'live' }],
  ['foreign', { metadata: { payment: 'Zz9Zz9Zz9Zz' } }],
] as const)('a paid payment with another %s credits nothing and is shown to operators', async (problem, change) => {
  const { client } = await createUser(server)
  const operator = await createUser(server, { is_operator: true })
  const { id, stored } = await topUp(client)
  Object.assign(stored, { status: 'paid' }, change)
  await webhook(stored.id)
  expect(await wallet(client)).toMatchObject({ balance: '0.00' })
  expect((await operator.client(contract.getTrialBalance, {})).uncredited[0]).toMatchObject({ id, problem })
})

test('a cancelled payment counts as failed; an expired one is expired, while another of the user is paid', async () => {
  const { client } = await createUser(server)
  const [cancelled, expired, paid] = [await topUp(client), await topUp(client), await topUp(client)]
  cancelled.stored.status = 'canceled'
  expired.stored.status = 'expired'
  paid.stored.status = 'paid'
  await Promise.all([cancelled, expired, paid].map(({ stored }) => webhook(stored.id)))
  expect(await Promise.all([cancelled, expired, paid].map(({ id }) => statusOf(client, id)))).toEqual(['failed', 'expired', 'paid'])
  expect(await wallet(client)).toMatchObject({ balance: '20.00', pending: '0.00' })
})

test('an operator refunds once per key; after a lost response, the refund is posted when Mollie confirms it', async () => {
  const owner = await createUser(server)
  const operator = await createUser(server, { is_operator: true })
  const { id, stored } = await topUp(owner.client)
  stored.status = 'paid'
  await webhook(stored.id)
  const refund = (amount: string, key?: string) =>
    operator.client(contract.refundPayment, {
      params: { id },
      body: { amount, note: 'Paid twice' },
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  await expect(owner.client(contract.refundPayment, { params: { id }, body: { amount: '1', note: 'x' } })).rejects.toMatchObject({
    status: 403,
  })
  await expect(refund('20.01')).rejects.toMatchObject({ status: 422, body: { code: 'refund_too_high' } })
  await Promise.all([refund('5', 'refund-1'), refund('5', 'refund-1')].map((call) => call.catch(() => undefined)))
  expect(await wallet(owner.client)).toMatchObject({ balance: '15.00' })

  faults = ['lose answer']
  await expect(refund('15')).rejects.toMatchObject({ status: 503 })
  await checkPayment(id)
  await vi.waitFor(async () => expect(await statusOf(owner.client, id)).toBe('refunded'), { timeout: 20_000 })
  expect(await wallet(owner.client)).toMatchObject({ balance: '0.00', debt: '0.00' })
})

test('a refund and its audit entry are stored together, also if Mollie refuses; neither is stored for an unpaid payment', async () => {
  const owner = await createUser(server)
  const operator = await createUser(server, { is_operator: true })
  const { id, stored } = await topUp(owner.client)
  const refund = () => operator.client(contract.refundPayment, { params: { id }, body: { amount: '5', note: 'Paid twice' } })
  const recorded = async () => {
    const { length: orders } = await db.selectFrom('payment_refund').select('id').where('payment_id', '=', id).execute()
    const { length: entries } = await db.selectFrom('audit').select('id').where('thing_id', '=', id).execute()
    return { orders, entries }
  }
  expect(await outcome(refund())).toMatch(/^4\d\d /)
  expect(await recorded()).toEqual({ orders: 0, entries: 0 })

  stored.status = 'paid'
  await webhook(stored.id)
  faults = ['refuse']
  expect(await outcome(refund())).toBe('409 not_refundable')
  expect(await recorded()).toEqual({ orders: 1, entries: 1 })
  expect(await wallet(owner.client)).toMatchObject({ balance: '20.00' })
})

test('a reversed chargeback is credited again', async () => {
  const { client } = await createUser(server)
  const { stored } = await topUp(client)
  stored.status = 'paid'
  await webhook(stored.id)
  stored.amountChargedBack = mollieAmount('20.00')
  await webhook(stored.id)
  expect(await wallet(client)).toMatchObject({ balance: '0.00' })
  stored.amountChargedBack = mollieAmount('0.00')
  await webhook(stored.id)
  expect(await wallet(client)).toMatchObject({ balance: '20.00' })
  expect(await checkLedger(db)).toEqual([])
})
