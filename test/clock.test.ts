import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from './clock.ts'
import { makeFolder } from './folders.ts'
import { createFreshDatabase } from './fresh-database.ts'

const database = await createFreshDatabase()
const db = database.connect()
const day = 86_400_000
const readClocks = async () => {
  const { rows } = await sql<Record<string, Date>>`
    select now() as now, clock_timestamp() as clock, statement_timestamp() as statement`.execute(db)
  return [...Object.values(rows[0]!), new Date(), new Date(Date.now())].map((date) => date.getTime())
}
/** Returns the largest distance between the times and a moment, in minutes. */
const minutesFrom = (moment: string | number, times: number[]) =>
  Math.max(...times.map((time) => Math.round(Math.abs(time - new Date(moment).getTime()) / 60_000)))

// Reads before the clock changes, because the change must also reach older connections and prepared statements.
await readClocks()
const folder = makeFolder('choice-clock')
const offsetFile = join(folder, 'offset')
const clock = await createTestClock(db, offsetFile)
afterAll(() => rmSync(folder, { recursive: true }))

test('the clocks of the database and of JavaScript are set together, and keep running', async () => {
  const realNow = Date.now()
  const before = new Date()
  await clock.set('2026-10-25T02:59:50+02:00')
  const times = await readClocks()
  expect(minutesFrom('2026-10-25T00:59:50Z', times)).toBe(0)
  await expect.poll(async () => (await readClocks()).every((time, index) => time > times[index]!)).toBe(true)
  expect([before instanceof Date, new Date() instanceof Date, new Date(0).getTime()]).toEqual([true, true, 0])
  await clock.advance(day)
  expect(minutesFrom('2026-10-26T00:59:50Z', await readClocks())).toBe(0)
  expect(minutesFrom('2026-10-26T00:59:50Z', [Date.parse(Date())])).toBe(0)
  await clock.reset()
  expect(minutesFrom(realNow, await readClocks())).toBe(0)
  await clock.advance(-365 * day)
})

test('column defaults follow the clock, and the previous test’s time is reset', async () => {
  const realNow = Date.now()
  expect(minutesFrom(realNow, await readClocks())).toBe(0)
  await clock.set(new Date(realNow + 3 * day))
  const { created_at } = await db
    .insertInto('team')
    .values({ id: 'clockclockA', name: 'Clock' })
    .returning('created_at')
    .executeTakeFirstOrThrow()
  expect(minutesFrom(realNow + 3 * day, [created_at.getTime()])).toBe(0)
})

test('a plan contains the original function and an offset', async () => {
  await clock.advance(day)
  const { rows } = await sql`explain (costs off) select from account where created_at > now()`.execute(db)
  expect(JSON.stringify(rows)).toMatch(/\(pg_catalog\.now\(\) \+ '[\d:.-]+'::interval\)/)
})

test('a running process follows the clock', async () => {
  const program = join(folder, 'tell-time.mjs')
  writeFileSync(program, "process.on('message', () => process.send(Date.now()))")
  const child = fork(program, {
    execArgv: [`--import=${resolve('test/clock/offset-date.mjs')}`],
    env: { ...process.env, TEST_CLOCK_FILE: offsetFile },
  })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
  })
  const timeOf = async () => {
    child.send('')
    const [time] = (await once(child, 'message')) as [number]
    return time
  }
  expect(minutesFrom(Date.now(), [await timeOf()])).toBe(0)
  await clock.set('2030-05-01T10:00:00Z')
  expect(minutesFrom('2030-05-01T10:00:00Z', [Date.now(), await timeOf()])).toBe(0)
  await clock.reset()
  expect(minutesFrom(Date.now(), [await timeOf()])).toBe(0)
})
