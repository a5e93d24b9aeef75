import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { prepare, prepareOne } from './prepare.ts'

const db = (await createFreshDatabase()).connect()
let built = 0
beforeEach(() => {
  built = 0
})

const echo = prepare((db, values: { text: string; list: readonly number[]; isLoud: boolean }, extra?: number) => {
  built++
  return db
    .selectNoFrom([
      sql<string>`${values.text}::text`.as('text'),
      sql<number>`cardinality(${values.list}::int[])`.as('length'),
      (values.isLoud ? sql<string>`'!'` : sql<string>`''`).as('end'),
    ])
    .$if(extra !== undefined, (query) => query.where(sql<boolean>`${extra!}::int > 0`))
})

test('a statement is built once and filled in with the values of each call', async () => {
  expect(await echo(db, { text: 'a', list: [1, 2], isLoud: false })).toEqual([{ text: 'a', length: 2, end: '' }])
  expect(await echo(db, { text: 'b', list: [], isLoud: false })).toEqual([{ text: 'b', length: 0, end: '' }])
  expect(built).toBe(1)
})

test('raw SQL, and times, are filled in as well', async () => {
  const yearOf = prepare((_, when: Date) => {
    built++
    return sql<{ year: number }>`select extract(year from ${when}::timestamptz)::int as year`
  })
  expect([await yearOf(db, new Date('2001-06-01')), await yearOf(db, new Date('2002-06-01'))]).toEqual([[{ year: 2001 }], [{ year: 2002 }]])
  expect(built).toBe(1)
})

test('booleans and missing arguments make different statements', async () => {
  expect(await echo(db, { text: 'a', list: [1], isLoud: true })).toEqual([{ text: 'a', length: 1, end: '!' }])
  expect(await echo(db, { text: 'a', list: [1], isLoud: true }, 1)).toHaveLength(1)
  expect(await echo(db, { text: 'a', list: [1], isLoud: true }, -1)).toHaveLength(0)
  expect(built).toBe(2)
})

test('statements return one row or none, also inside a transaction', async () => {
  const oneAbove = prepareOne((db, least: number) => db.selectNoFrom(sql<number>`1`.as('n')).where(sql<boolean>`1 > ${least}::int`))
  expect(await db.transaction().execute((db) => oneAbove(db, 0))).toEqual({ n: 1 })
  expect(await oneAbove(db, 5)).toBeUndefined()
})
