import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { bindScope, createDb, type Db, isDatabaseUnavailable } from './db.ts'
import { StatementScope } from './statement-scope.ts'

const { url } = await createFreshDatabase()
const db = createDb({ connection: url, onError: () => undefined })
afterAll(() => db.destroy())
await sql`create table account_balance (id integer primary key, balance integer not null)`.execute(db)

const update = (tx: Db, id: number) => sql`update account_balance set balance = balance + 1 where id = ${id}`.execute(tx)
const readBalances = async () =>
  (await sql<{ balance: number }>`select balance from account_balance order by id`.execute(db)).rows.map(({ balance }) => balance)
const reset = () => sql`truncate account_balance`.execute(db).then(() => sql`insert into account_balance values (1, 0), (2, 0)`.execute(db))

/** Runs two transactions that update the same rows in opposite orders. Both begin their second update at the same time. */
async function causeDeadlock(database: Db) {
  let runs = 0
  let arrived = 0
  let open = () => {}
  const bothLocked = new Promise<void>((resolve) => (open = resolve))
  const change = (first: number, second: number) =>
    database.transaction().execute(async (tx) => {
      runs++
      await update(tx, first)
      if ((arrived += 1) === 2) open()
      await bothLocked
      await update(tx, second)
    })
  const results = await Promise.allSettled([change(1, 2), change(2, 1)])
  return { runs, failures: results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error & { code: string }] : [])) }
}

test('a transaction that PostgreSQL aborts in a deadlock runs again, and both succeed', async () => {
  await reset()
  expect(await causeDeadlock(db)).toEqual({ runs: 3, failures: [] })
  expect(await readBalances()).toEqual([2, 2])
})

test('a transaction with effects outside of the database doesn’t run again; its failure is a temporary one', async () => {
  await reset()
  const { runs, failures } = await causeDeadlock(bindScope(db, new StatementScope(4000), { isRepeatable: false }))
  expect([runs, failures.map(({ code }) => code)]).toEqual([2, ['40P01']])
  expect(isDatabaseUnavailable(failures[0])).toBe(true)
  expect(await readBalances()).toEqual([1, 1])
})

test('serialization failures are repeated three times at most, including those of single statements', async () => {
  await sql`create sequence attempt`.execute(db)
  await sql`create function abort_until(success integer) returns integer language plpgsql as $$
    begin
      if nextval('attempt') < success then raise exception 'aborted' using errcode = '40001'; end if;
      return success;
    end $$`.execute(db)
  const attempt = async (run: (database: Db) => Promise<unknown>) => {
    await sql`alter sequence attempt restart`.execute(db)
    const result = await run(db).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    const { rows } = await sql<{ last: number }>`select last_value as last from attempt`.execute(db)
    return `${result} after ${rows[0]!.last}`
  }
  const attemptAlone = (success: number) => attempt((database) => sql`select abort_until(${success})`.execute(database))
  const inTransaction = (success: number) =>
    attempt((database) => database.transaction().execute((tx) => sql`select abort_until(${success})`.execute(tx)))
  expect([await attemptAlone(3), await attemptAlone(4)]).toEqual(['done after 3', '40001 after 3'])
  expect([await inTransaction(3), await inTransaction(4)]).toEqual(['done after 3', '40001 after 3'])
})

test('a refusal isn’t repeated', async () => {
  let runs = 0
  const refuse = db.transaction().execute(async () => {
    runs++
    throw new Error('refused')
  })
  await expect(refuse).rejects.toThrow('refused')
  expect(runs).toBe(1)
})
