import { randomBytes } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { databaseUrl } from '#test/database.ts'
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

test('applies what is new, in order, once', async () => {
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

test('a file that fails leaves nothing of itself and says where', async () => {
  write('0001_first.sql', 'create table a (x int);')
  write('0002_second.sql', 'create table b (x int);\ncreate table c (x nothing);')
  await expect(migrate(url, dir)).rejects.toThrow(
    'The migration 0002_second.sql failed and was undone: type "nothing" does not exist, line 2.',
  )
  expect(await query(url, `select to_regclass('a') is not null as a, to_regclass('b') is not null as b`)).toEqual([{ a: true, b: false }])
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

test('line endings of another system are no change', async () => {
  write('0001_first.sql', 'create table a (\n  x int\n);\n')
  await migrate(url, dir)
  write('0001_first.sql', 'create table a (\r\n  x int\r\n);\r\n')
  expect(await migrate(url, dir)).toEqual([])
})
