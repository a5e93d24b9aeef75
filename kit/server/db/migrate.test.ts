import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { databaseUrl } from '#test/database.ts'
import { checksumOf } from './baseline.ts'
import { migrate } from './migrate.ts'

const { adminUrl } = inject('database')
const folder = mkdtempSync(join(tmpdir(), 'choice-migrations-'))
const databases: string[] = []
let url = ''
let count = 0
let dir = ''

async function query(connection: string, text: string) {
  const client = new pg.Client({ connectionString: connection })
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}
const write = (name: string, text: string) => writeFileSync(join(dir, name), text)

beforeEach(async () => {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await query(adminUrl, `create database ${name}`)
  url = databaseUrl(adminUrl, name)
  dir = mkdtempSync(join(folder, `${count++}-`))
})
afterAll(async () => {
  for (const name of databases) await query(adminUrl, `drop database ${name}`)
  rmSync(folder, { recursive: true, force: true })
})

test('applies new files in order, once', async () => {
  write('0001_first.sql', 'create table a (x int); insert into a values (1);')
  write('0002_second.sql', 'insert into a select x + 1 from a;')
  expect(await migrate(url, dir)).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await migrate(url, dir)).toEqual([])
  write('0003_third.sql', 'insert into a select max(x) + 1 from a;')
  expect(await migrate(url, dir)).toEqual(['0003_third.sql'])
  expect(await query(url, 'select x from a order by x')).toEqual([{ x: 1 }, { x: 2 }, { x: 3 }])
})

test('several servers that start together apply each file once', async () => {
  write('0001_first.sql', 'create table a (x int); select pg_sleep(0.1);')
  expect((await Promise.all([migrate(url, dir), migrate(url, dir), migrate(url, dir)])).flat()).toEqual(['0001_first.sql'])
})

test('a failed file leaves nothing behind and its error shows the line', async () => {
  write('0001_first.sql', 'create table a (x int);')
  write('0002_second.sql', 'create table b (x int);\ncreate table c (x nothing);')
  await expect(migrate(url, dir)).rejects.toThrow(
    'The migration 0002_second.sql failed and was undone: type "nothing" does not exist, line 2.',
  )
  expect(await query(url, `select to_regclass('a') is not null as a, to_regclass('b') is not null as b`)).toEqual([{ a: true, b: false }])
})

/** Begins a transaction with these statements. `end` commits it. */
async function begin(...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  for (const statement of statements) await client.query(statement)
  return { client, end: () => client.query('commit').then(() => client.end()) }
}

test('a file that waits for a lock lets requests pass, and is applied when the lock is free', async () => {
  write('0001_first.sql', 'create table a (x int);')
  await migrate(url, dir)
  write('0002_second.sql', 'alter table a add y int;')
  const long = await begin('select from a')
  const migrated = migrate(url, dir)
  await expect.poll(() => query(url, `select from pg_locks where relation = 'a'::regclass and not granted`)).toHaveLength(1)
  const reads = new pg.Client({ connectionString: url, statement_timeout: 2500 })
  await reads.connect()
  for (let read = 0; read < 3; read++) await reads.query('select from a')
  await reads.end()
  await long.end()
  expect(await migrated).toEqual(['0002_second.sql'])
})

test('a file that locks tables in the opposite order of a request starts again, and the request succeeds', async () => {
  write('0001_first.sql', 'create table a (x int); create table b (x int);')
  await migrate(url, dir)
  write('0002_second.sql', 'alter table b add y int; alter table a add y int;')
  const request = await begin('select from a')
  const migrated = migrate(url, dir)
  await expect.poll(() => query(url, `select from pg_locks where relation = 'a'::regclass and not granted`)).toHaveLength(1)
  await request.client.query('select from b')
  await request.end()
  expect(await migrated).toEqual(['0002_second.sql'])
})

test.each<[string, () => void, string]>([
  [
    'changed',
    () => write('0001_first.sql', 'create table a (y int);'),
    'The migration 0001_first.sql was changed after the database had applied it',
  ],
  [
    'missing',
    () => renameSync(join(dir, '0002_second.sql'), join(dir, '0002_other.sql')),
    'The database has the migration 0002_second.sql, which this release does not know',
  ],
  ['late', () => write('0000_late.sql', 'select 1;'), 'The migration 0000_late.sql comes before 0002_second.sql'],
  ['doubled', () => write('0002_twin.sql', 'select 1;'), 'The migrations 0002_second.sql and 0002_twin.sql have the same number.'],
  ['misnamed', () => write('3-third.sql', 'select 1;'), 'The migration 3-third.sql is not named like 0001_accounts.sql.'],
])('a %s file stops the start', async (_, change, message) => {
  write('0001_first.sql', 'create table a (x int);')
  write('0002_second.sql', 'create table b (x int);')
  await migrate(url, dir)
  change()
  await expect(migrate(url, dir)).rejects.toThrow(message)
})

test('line endings of another system are not a change', async () => {
  write('0001_first.sql', 'create table a (\n  x int\n);\n')
  await migrate(url, dir)
  write('0001_first.sql', 'create table a (\r\n  x int\r\n);\r\n')
  expect(await migrate(url, dir)).toEqual([])
})

const answerFunction = (answer: string) => `create or replace function answer() returns int language sql return ${answer};`
function writeFunction(name: string, text: string) {
  mkdirSync(join(dir, 'functions'), { recursive: true })
  write(join('functions', name), text)
}

test('functions are applied after the migrations, and again when their file changes', async () => {
  write('0001_first.sql', 'create table a (x int);')
  writeFunction('answer.sql', answerFunction('1'))
  writeFunction(
    'unchanged.sql',
    'create or replace function unchanged() returns bigint language sql begin atomic select count(*) from a; end;',
  )
  expect(await migrate(url, dir)).toEqual(['0001_first.sql', 'functions/answer.sql', 'functions/unchanged.sql'])
  write('0002_second.sql', 'insert into a values (1);')
  writeFunction('answer.sql', answerFunction('(select max(x) + 1 from a)'))
  expect((await Promise.all([migrate(url, dir), migrate(url, dir)])).flat()).toEqual(['0002_second.sql', 'functions/answer.sql'])
  expect(await query(url, 'select answer()')).toEqual([{ answer: 2 }])
  writeFunction('answer.sql', 'create or replace function answer() returns nothing language sql return 1;')
  await expect(migrate(url, dir)).rejects.toThrow('The migration functions/answer.sql failed and was undone')
  expect(await query(url, 'select answer()')).toEqual([{ answer: 2 }])
})

/** Applies the migrations, and replaces them with a baseline whose tables a new database can have. */
async function replaceByBaseline(...names: string[]) {
  for (const name of names) write(name, `create table ${name.slice(5, -4)} (x int); insert into ${name.slice(5, -4)} values (7);`)
  await migrate(url, dir)
  const earlierMigrations = (await query(url, 'select name, checksum from migration order by name')) as { name: string; checksum: string }[]
  const checksum = checksumOf(earlierMigrations.map((item) => `${item.name} ${item.checksum}\n`).join(''))
  for (const name of names) rmSync(join(dir, name))
  const tables = names.map((name) => `create table ${name.slice(5, -4)} (x int);`).join('\n')
  write('0010_baseline.sql', `-- The tables.\n-- Replaces the migrations up to ${names.at(-1)} with the checksum ${checksum}.\n${tables}`)
}
const listApplied = async (database = url) =>
  ((await query(database, 'select name from migration order by name')) as { name: string }[]).map(({ name }) => name)

test('a database with all migrations before the baseline counts as at the baseline, for several processes at once', async () => {
  await replaceByBaseline('0001_first.sql', '0002_second.sql')
  write('0011_third.sql', 'create table third as select x + 1 as x from second;')
  expect((await Promise.all([migrate(url, dir), migrate(url, dir), migrate(url, dir)])).flat()).toEqual(['0011_third.sql'])
  expect(await listApplied()).toEqual(['0010_baseline.sql', '0011_third.sql'])
  expect(await query(url, 'select x from third')).toEqual([{ x: 8 }])
})

test('a new database is created from the baseline', async () => {
  await replaceByBaseline('0001_first.sql', '0002_second.sql')
  const name = `migrate_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await query(adminUrl, `create database ${name}`)
  const other = databaseUrl(adminUrl, name)
  expect(await migrate(other, dir)).toEqual(['0010_baseline.sql'])
  expect(await query(other, 'select from first, second')).toEqual([])
})

test.each([
  [
    'older',
    `delete from migration where name = '0002_second.sql'`,
    "This release can't upgrade from the migration 0001_first.sql: first start the version that CHANGELOG.md names under Upgrading, once.",
  ],
  [
    'changed',
    `update migration set checksum = 'x' where name = '0001_first.sql'`,
    'The migrations up to 0002_second.sql are not those that 0010_baseline.sql replaces',
  ],
  [
    'incomplete',
    `delete from migration where name = '0001_first.sql'`,
    'The migrations up to 0002_second.sql are not those that 0010_baseline.sql replaces',
  ],
  [
    'unknown',
    `insert into migration values ('0003_unknown.sql', 'x')`,
    'The migrations up to 0003_unknown.sql are not those that 0010_baseline.sql replaces',
  ],
  [
    'newer',
    `insert into migration values ('0012_newer.sql', 'x')`,
    'The database has the migration 0012_newer.sql, which this release does not know',
  ],
])('a database before the baseline whose migrations are %s is refused and left unchanged', async (_, change, message) => {
  await replaceByBaseline('0001_first.sql', '0002_second.sql')
  await query(url, change)
  const before = await listApplied()
  await expect(migrate(url, dir)).rejects.toThrow(message)
  expect(await listApplied()).toEqual(before)
})
