import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { violatedConstraint } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { walletContract as contract } from '../contract.ts'
import { checkLedgerOrAlert } from './ledger-alert.ts'
import { checkLedger, findWallet, postToLedger } from './queries/ledger.ts'
import { reportLedger } from '#server/operations/admin-ledger.ts'

const server = await startTestServer({ PAYMENTS: 'sandbox' })
const { db } = server

type Kind = 'credit' | 'spend' | 'take back' | 'repeat'
const step = fc.record({
  kind: fc.constantFrom<Kind>('credit', 'spend', 'take back', 'repeat'),
  user: fc.nat(2),
  cents: fc.integer({ min: 1, max: 3000 }),
})

test('any order of credits, purchases, chargebacks and repeated causes gives the balances of a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const users = await Promise.all([createUser(server), createUser(server), createUser(server)])
      const model = users.map(() => ({ balance: 0, debt: 0 }))
      let last: Parameters<typeof postToLedger>[1] | undefined
      for (const { kind, user, cents } of steps) {
        const userId = users[user]!.id
        const wallet = model[user]!
        const post = (posting: Parameters<typeof postToLedger>[1]) => db.transaction().execute((tx) => postToLedger(tx, posting))
        const posting = (type: 'payment' | 'subscription' | 'chargeback', amount: number, site: object) =>
          (last = { cause: { type, id: crypto.randomUUID() }, userId, amount, site, mayHaveDebt: type === 'chargeback' })
        if (kind === 'repeat') {
          if (last) expect(await post(last)).toBeNull()
        } else if (kind === 'credit') {
          await post(posting('payment', cents, { provider: -cents }))
          const covered = Math.min(cents, wallet.debt)
          wallet.debt -= covered
          wallet.balance += cents - covered
        } else if (kind === 'take back') {
          await post(posting('chargeback', -cents, { provider: cents }))
          const covered = Math.min(cents, wallet.balance)
          wallet.balance -= covered
          wallet.debt += cents - covered
        } else {
          const before = last
          const call = post(posting('subscription', -cents, { revenue: cents }))
          if (cents <= wallet.balance && wallet.debt === 0) {
            await call
            wallet.balance -= cents
          } else {
            await expect(call).rejects.toThrow('wallet:balance')
            last = before
          }
        }
      }
      const result = await Promise.all(users.map(({ id }) => findWallet(db, id)))
      expect(result.map((row) => ({ balance: row!.balance, debt: row!.debt }))).toEqual(model)
      expect(await checkLedger(db)).toEqual([])
    }),
    { numRuns: 15 },
  )
})

test('the same cause posted twenty times at once posts once', async () => {
  const { id } = await createUser(server)
  const cause = { type: 'payment', id: 'once' } as const
  const post = () => db.transaction().execute((tx) => postToLedger(tx, { cause, userId: id, amount: 500, site: { provider: -500 } }))
  const posted = await Promise.all(Array.from({ length: 20 }, post))
  expect(posted.filter((transaction) => transaction !== null)).toHaveLength(1)
  expect(await findWallet(db, id)).toMatchObject({ balance: 500 })
})

test('an operator adjusts a balance with a note, which the ledger, its CSV and its filters show', async () => {
  const [ann, boss] = [await createUser(server, { nickname: 'ann-adjusted' }), await createUser(server, { is_operator: true })]
  const adjust = (direction: 'add' | 'take', amount: string) =>
    boss.client(contract.adjustBalance, { body: { user_id: ann.id, direction, amount, note: '=For the outage' } })
  expect(await adjust('add', '5,00')).toMatchObject({
    cause_type: 'adjustment',
    user: { id: ann.id, nickname: 'ann-adjusted' },
    note: '=For the outage',
    entries: [
      { account: 'wallet', amount: '5.00', balance_after: '5.00' },
      { account: 'adjustments', amount: '-5.00', balance_after: null },
    ],
  })
  await expect(adjust('take', '5.01')).rejects.toMatchObject({ status: 422, body: { code: 'balance' } })
  await adjust('take', '5')
  const list = (query: object) => boss.client(contract.listLedger, { query })
  expect((await list({ user_id: ann.id })).data).toHaveLength(2)
  expect((await list({ user_id: ann.id, cause_type: 'payment' })).data).toHaveLength(0)
  const first = await list({ user_id: ann.id, limit: 1 })
  expect((await list({ user_id: ann.id, limit: 1, cursor: first.next_cursor! })).data).toHaveLength(1)
  const csv = await ((await boss.client(contract.exportLedger, { query: { user_id: ann.id } })) as unknown as Blob).text()
  expect(csv.split('\r\n')[1]).toContain("ann-adjusted,wallet,-5,0,'=For the outage")
  for (const body of [{ user_id: 'Zz9Zz9Zz9Zz', direction: 'add', amount: '1', note: 'x' }] as const)
    await expect(boss.client(contract.adjustBalance, { body })).rejects.toMatchObject({ status: 404 })
  await expect(
    ann.client(contract.adjustBalance, { body: { user_id: ann.id, direction: 'add', amount: '1', note: 'x' } }),
  ).rejects.toMatchObject({
    status: 403,
  })
})

test('an adjustment identifies its user by complete id, username or email address', async () => {
  const [ann, boss] = [await createUser(server, { nickname: 'Ann.Named' }), await createUser(server, { is_operator: true })]
  const adjust = (user_id: string) =>
    outcome(boss.client(contract.adjustBalance, { body: { user_id, direction: 'add', amount: '1', note: 'x' } }))
  for (const name of [ann.id, 'Ann.Named', 'ann.named', ann.email.toUpperCase()]) expect(await adjust(name)).toBe('done')
  expect(await findWallet(db, ann.id)).toMatchObject({ balance: 400 })
  for (const name of ['Ann', `${ann.email}x`, '%', "' or true --"]) expect(await adjust(name)).toBe('404 not_found')
  for (const name of ['', ' ', 'x'.repeat(255)]) expect(await adjust(name)).toMatch(/^422 \w+ user_id/)
})

test('the books refuse entries that don’t balance, empty transactions, and changes', async () => {
  const { id } = await createUser(server)
  const cause = () => ({ type: 'adjustment' as const, id: crypto.randomUUID() })
  const posted = await db
    .transaction()
    .execute((tx) => postToLedger(tx, { cause: cause(), userId: id, amount: 500, site: { adjustments: -500 } }))
  const account = async (kind: string) =>
    (await sql<{ id: number }>`select id from ledger_account where kind = ${kind} and user_id is null`.execute(db)).rows[0]!.id
  const [revenue, vat] = [await account('revenue'), await account('vat')]
  const enter = (tx: typeof db, transaction: string, amounts: [number, number][]) =>
    sql`insert into ledger_entry (transaction_id, account_id, account_kind, amount)
      select ${transaction}, (one ->> 0)::int, a.kind, (one ->> 1)::bigint
      from json_array_elements(${JSON.stringify(amounts)}::json) as one join ledger_account a on a.id = (one ->> 0)::int`.execute(tx)
  const open = async (tx: typeof db) =>
    (
      await sql<{
        id: string
      }>`insert into ledger_transaction (cause_type, cause_id) values ('adjustment', ${newId()}) returning id`.execute(tx)
    ).rows[0]!.id
  const attempt = (act: (tx: typeof db) => Promise<unknown>) =>
    db
      .transaction()
      .execute(act)
      .then(
        () => 'done',
        (error: unknown) => violatedConstraint(error) ?? (error as { code: string }).code,
      )
  // Tries unbalanced entries, a single entry, no entries, and an entry that is added later.
  expect(
    await attempt(async (tx) =>
      enter(tx, await open(tx), [
        [revenue, 5],
        [vat, -4],
      ]),
    ),
  ).toBe('ledger_entry_balanced')
  expect(await attempt(async (tx) => enter(tx, await open(tx), [[revenue, 5]]))).toBe('ledger_entry_balanced')
  expect(await attempt(async (tx) => enter(tx, await open(tx), [[revenue, 0]]))).toBe('ledger_transaction_balanced')
  expect(await attempt(open)).toBe('ledger_transaction_balanced')
  expect(await attempt((tx) => enter(tx, posted!, [[revenue, 1]]))).toBe('ledger_entry_balanced')
  // Each account has at most one entry of a transaction.
  expect(
    await attempt(async (tx) =>
      enter(tx, await open(tx), [
        [revenue, 5],
        [revenue, -5],
      ]),
    ),
  ).toBe('ledger_entry_pkey')
  // Two transactions whose entries add up to zero only together.
  const across = async (tx: typeof db) => {
    const [first, second] = [await open(tx), await open(tx)]
    await sql`insert into ledger_entry (transaction_id, account_id, account_kind, amount)
      values (${first}, ${revenue}, 'revenue', 5), (${second}, ${vat}, 'vat', -5)`.execute(tx)
  }
  expect(await attempt(across)).toBe('ledger_entry_balanced')
  for (const change of [
    sql`update ledger_entry set amount = 0 where transaction_id = ${posted}`,
    sql`delete from ledger_entry where transaction_id = ${posted}`,
    sql`update ledger_transaction set details = '{}' where id = ${posted}`,
    sql`delete from ledger_transaction where id = ${posted}`,
    sql`truncate ledger_entry`,
  ])
    expect(await attempt((tx) => change.execute(tx))).toBe('23001')
  expect(await checkLedger(db)).toEqual([])
})

test('a repeated cause returns null even when the wallet no longer holds the amount', async () => {
  const { id } = await createUser(server)
  const post = (type: 'payment' | 'subscription', cents: number, cause: string) =>
    db.transaction().execute((tx) => postToLedger(tx, { cause: { type, id: cause }, userId: id, amount: cents, site: { revenue: -cents } }))
  const cause = newId()
  await post('payment', 500, newId())
  expect(await post('subscription', -500, cause)).toEqual(expect.any(String))
  expect(await post('subscription', -500, cause)).toBeNull()
  await expect(post('subscription', -1, newId())).rejects.toThrow('wallet:balance')
})

test('the check names the errors in manipulated books', async () => {
  expect(await reportLedger(db)).toContain('The ledger is right.')
  await sql`alter table ledger_entry disable trigger all`.execute(db)
  await sql`update ledger_entry set amount = amount + 1, balance_after = balance_after + 1 where id = (select min(id) from ledger_entry where number is not null)`.execute(
    db,
  )
  await expect(reportLedger(db)).rejects.toThrow(/does not balance/)
  const [operator, user] = [await createUser(server, { is_operator: true }), await createUser(server)]
  for (let night = 0; night < 2; night++) await expect(checkLedgerOrAlert(db)).rejects.toThrow(/does not balance/)
  const alertsOf = async ({ client }: typeof user) => (await client(notificationsContract.listNotifications, {})).data
  expect(await alertsOf(operator)).toMatchObject([{ kind: 'ledger_wrong', url: '/en/operator/ledger' }])
  expect(await alertsOf(user)).toEqual([])
  const kindsOf = async ({ client }: typeof user) =>
    (await client(notificationsContract.getNotificationSettings, {})).kinds.map(({ kind }) => kind)
  expect([(await kindsOf(operator)).includes('ledger_wrong'), (await kindsOf(user)).includes('ledger_wrong')]).toEqual([true, false])
  await sql`update ledger_entry set amount = amount - 1, balance_after = balance_after - 1 where id = (select min(id) from ledger_entry where number is not null)`.execute(
    db,
  )
  await sql`alter table ledger_entry enable trigger all`.execute(db)
  expect(await reportLedger(db)).toContain('The ledger is right.')
  await checkLedgerOrAlert(db)
})
