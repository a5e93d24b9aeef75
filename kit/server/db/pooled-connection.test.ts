import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { createDb } from './db.ts'

const { url } = await createFreshDatabase()
const db = createDb({ connection: url, maxConnections: 1, onError: () => undefined })
afterAll(() => db.destroy())

const selectAll = (count: number) => sql`
  select n as number, n::bigint as long, n::text as text, n % 2 = 0 as is_even, null as nothing, decode('00ff', 'hex') as bytes,
    json_build_object('n', n) as json, array['a', null] as list
  from generate_series(1, ${count}::int) n`
const row = (n: number) => ({
  number: n,
  long: n,
  text: String(n),
  is_even: n % 2 === 0,
  nothing: null,
  bytes: Buffer.from([0, 255]),
  json: { n },
  list: ['a', null],
})

test('rows are the same each time a statement runs, even if they are described only once', async () => {
  for (const count of [2, 0, 1]) expect((await selectAll(count).execute(db)).rows).toEqual([row(1), row(2)].slice(0, count))
})

test('a failed statement runs again, and its rows are described then', async () => {
  const quotient = (divisor: number) => sql`select 6 / ${divisor}::int as quotient`.execute(db)
  await expect(quotient(0)).rejects.toMatchObject({ code: '22012' })
  expect((await quotient(2)).rows).toEqual([{ quotient: 3 }])
  await expect(quotient(0)).rejects.toMatchObject({ code: '22012' })
  expect((await quotient(3)).rows).toEqual([{ quotient: 2 }])
})

test('an invalid statement fails each time, and leaves its connection usable', async () => {
  for (let turn = 0; turn < 2; turn++) await expect(sql`selekt ${1}`.execute(db)).rejects.toMatchObject({ code: '42601' })
  expect((await sql`select ${1}::int as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('changes are counted, with rows and without, alone and as the first of a transaction', async () => {
  await sql`create table counted (n int primary key)`.execute(db)
  const insert = (from: number, to: number) => sql`insert into counted select generate_series(${from}::int, ${to}::int)`
  for (const start of [1, 4]) expect((await insert(start, start + 2).execute(db)).numAffectedRows).toBe(3n)
  for (const start of [7, 10]) {
    const { numAffectedRows } = await db.transaction().execute((tx) => insert(start, start + 1).execute(tx))
    expect(numAffectedRows).toBe(2n)
  }
  for (const n of [1, 1]) {
    const { rows, numAffectedRows } = await sql`delete from counted where n = ${n} returning n`.execute(db)
    expect([rows.length, numAffectedRows]).toEqual([Number(numAffectedRows), BigInt(rows.length)])
  }
  expect((await sql`select count(*) as count from counted`.execute(db)).rows).toEqual([{ count: 9 }])
})

test('a statement whose columns have changed is refused, never parsed with the old ones', async () => {
  await sql`drop table if exists shown`.execute(db)
  await sql`create table shown (value int)`.execute(db)
  await sql`insert into shown values (1)`.execute(db)
  const show = () => sql`select * from shown where value::text <> ${'x'}`.execute(db)
  expect((await show()).rows).toEqual([{ value: 1 }])
  await sql`alter table shown alter value type text`.execute(db)
  await expect(show()).rejects.toMatchObject({ code: '0A000' })
  // Only the first call fails: it closes its connection, and the next connection hasn't prepared the statement.
  expect((await show()).rows).toEqual([{ value: '1' }])
})

test('a transaction with such a statement is rolled back, and the next one works', async () => {
  await sql`drop table if exists noted`.execute(db)
  await sql`create table noted (value int)`.execute(db)
  const note = () =>
    db.transaction().execute(async (tx) => {
      await sql`insert into noted values (${1}::int)`.execute(tx)
      return (await sql`select * from noted where value::text <> ${'x'}`.execute(tx)).rows
    })
  expect(await note()).toEqual([{ value: 1 }])
  await sql`alter table noted add other int`.execute(db)
  await expect(note()).rejects.toMatchObject({ code: '0A000' })
  expect(await note()).toEqual([
    { value: 1, other: null },
    { value: 1, other: null },
  ])
})

test('a database prepares its statements, regardless of how many another one of the process has run', async () => {
  const [busy, later] = [1, 2].map(() => createDb({ connection: url, maxConnections: 1, onError: () => undefined }))
  for (let n = 0; n <= 1000; n++) await sql`${sql.raw(`select ${n}`)} + ${1}::int as sum`.execute(busy!)
  for (const [database, expected] of [
    [busy!, 1000],
    [later!, 1],
  ] as const) {
    await sql`select ${'what is prepared'}::text as text`.execute(database)
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(database)
    expect(rows[0]!.count).toBe(expected)
  }
  await Promise.all([busy!.destroy(), later!.destroy()])
})
