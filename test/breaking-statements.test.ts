import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMigrations } from '#kit/server/db/migrate.ts'
import packageJson from '../package.json' with { type: 'json' }
import { breakingStatements } from './breaking-statements.ts'

/** The last migration before the rule was introduced. The rule applies only to later ones. */
const lastUncheckedMigration = '0419_presence.sql'

test('new migrations keep everything that the former release uses', () => {
  const checkedMigrations = readMigrations('migrations').filter(({ name }) => name > lastUncheckedMigration)
  const result = checkedMigrations.flatMap(({ name, text }) =>
    breakingStatements(text, packageJson.version).map((problem) => `${name} ${problem}`),
  )
  expect(result, 'see docs/decisions/migrations.md').toEqual([])
})

test.each([
  ['drop table video', 'drops what the former release uses'],
  ['create table a (id int); DROP  TABLE if exists b', 'drops what the former release uses'],
  ['drop function count_views(text)', 'drops what the former release uses'],
  ['alter table video drop column title', 'drops a column'],
  ['alter table video drop title', 'drops a column'],
  ['alter table video add column a int, drop column if exists b', 'drops a column'],
  ['alter table video rename to film', 'renames'],
  ['alter table video rename title to name', 'renames'],
  ['alter view programme rename column a to b', 'renames'],
  ['alter table video alter title set not null', 'requires title, which the former release may not write'],
  ['alter table video alter column title type varchar(5)', 'changes a type'],
  ['alter table video alter "title" set data type text', 'changes a type'],
  ['alter table video alter title drop default', 'drops a default'],
  ['alter table video add column a int not null', 'adds a required column without a default'],
  ['alter table video add column a int default 1, add column b numeric(3, 1) not null', 'adds a required column without a default'],
  ['-- contract: unused since 0.9\nalter table video drop column a', 'drops a column'],
  ['-- contract: soon\nalter table video drop column a', 'drops a column'],
  ['-- contract: unused since 0.2\nselect 1; alter table video drop column a', 'drops a column'],
])('the statement %s breaks the former release', (sql, problem) => {
  expect(breakingStatements(sql, '0.2.0').map((found) => found.split(': ')[0])).toEqual([problem])
})

test.each([
  'create table a (id int not null)',
  'create table a (id int); alter table a add column b int not null, drop column id',
  "alter table video add column a int, add column b text not null default 'drop column', add c int",
  'alter table video add column a int generated always as (1) stored not null',
  "alter table video alter a set default 'x'; update video set a = 'x'; alter table video alter a set not null",
  'alter table video drop constraint a, alter a drop not null, drop expression',
  'drop index a; drop trigger a on b',
  "comment on table a is 'drop table b; rename'",
  '-- drop table a\nselect 1 /* drop table b; */',
  'do $$ begin perform 1; -- drop table a\nend $$',
  '-- contract: unused since 0.1\nalter table video drop column a',
  '-- contract: unused since 0.2\nalter table video drop column a',
])('the statement %s is compatible with the former release', (sql) => {
  expect(breakingStatements(sql, '0.2.0')).toEqual([])
})

test('the last unchecked migration exists', () => {
  expect(readFileSync(`migrations/${lastUncheckedMigration}`, 'utf8')).not.toBe('')
})
