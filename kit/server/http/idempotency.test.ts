import { sql } from 'kysely'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { registerCleaningJob } from '../jobs/cleaning.ts'
import { type Db, isDatabaseUnavailable } from '../db/db.ts'
import { fail } from './fail.ts'
import { type Call, deleteOldIdempotencyKeys, runOnce, type TransactionRunner } from './idempotency.ts'
import { defineJob } from '../jobs/job.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'

const database = await createFreshDatabase()
const db = database.connect()
const other = database.connect()
await sql`create table effect (who text)`.execute(db)

const third = database.connect()
/** Waits until a statement waits for another's lock. */
const untilBlocked = () =>
  expect
    .poll(
      async () =>
        (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(third)).rows
          .length,
    )
    .toBeGreaterThan(0)
let users = 0
const newCall = (): Call => ({ key: 'key-1', userId: `user-${++users}`, route: 'POST /api/wallet', input: { body: { amount: '20.00' } } })
const effectsOf = async ({ userId }: Call) => (await sql`select from effect where who = ${userId}`.execute(db)).rows.length
const pay = (call: Call) => async (tx: Db) => {
  await sql`insert into effect values (${call.userId})`.execute(tx)
  return { url: `https://pay.example/${Math.random()}`, at: '2026-01-01T00:00:00.000Z' }
}
const inTransaction =
  <T>(change: (tx: Db) => Promise<T>) =>
  (writer: TransactionRunner) =>
    writer.transaction().execute(change)
const once = (call: Call, from = db) => runOnce(from, call, inTransaction(pay(call)))

test('a repeated call has the same response and no second effect', async () => {
  const call = newCall()
  const first = await once(call)
  expect(await once({ ...call, input: { body: { amount: '20.00' } } })).toEqual(first)
  expect(await effectsOf(call)).toBe(1)
})

test('two concurrent identical calls have one effect', async () => {
  const call = newCall()
  let startCount = 0
  const slow = async (tx: Db) => {
    startCount++
    await expect.poll(() => startCount).toBeGreaterThan(1)
    return pay(call)(tx)
  }
  const answers = await Promise.all([db, other, db].map((from) => runOnce(from, call, inTransaction(slow))))
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(await effectsOf(call)).toBe(1)
})

const changes: [what: string, change: Partial<Call>][] = [
  ['key', { key: 'key-2' }],
  ['user', { userId: 'user-x' }],
  ['route', { route: 'POST /api/subscriptions' }],
]
test.each(changes)('another %s is another call', async (_, change) => {
  const call = newCall()
  const changed = { ...call, ...change }
  const first = await once(call)
  expect(await once(changed)).not.toEqual(first)
  expect((await effectsOf(call)) + (changed.userId === call.userId ? 0 : await effectsOf(changed))).toBe(2)
})

test('the same key with other input is refused', async () => {
  const call = newCall()
  await once(call)
  await expect(once({ ...call, input: { body: { amount: '30.00' } } })).rejects.toMatchObject({ problem: commonErrors.key_reused })
  expect(commonErrors.key_reused.status).toBe(409)
  expect(await effectsOf(call)).toBe(1)
})

const file = (content: string, name = 'a.png') => new File([content], name, { type: 'image/png' })
const inputs: [what: string, a: unknown, b: unknown, same: boolean][] = [
  ['the order of keys', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
  ['a missing field', { a: 1, b: undefined }, { a: 1 }, true],
  ['the order of a list', { a: [1, 2] }, { a: [2, 1] }, false],
  ['the type of a value', { a: 1 }, { a: '1' }, false],
  ['the same file', { logo: file('x') }, { logo: file('x') }, true],
  ['the content of a file', { logo: file('x') }, { logo: file('y') }, false],
  ['the name of a file', { logo: file('x') }, { logo: file('x', 'b.png') }, false],
  ['no input', undefined, null, true],
]
test.each(inputs)('%s: same or other input', async (_, a, b, same) => {
  const call = newCall()
  const first = await once({ ...call, input: a })
  const second = once({ ...call, input: b })
  if (same) expect(await second).toEqual(first)
  else await expect(second).rejects.toMatchObject({ problem: commonErrors.key_reused })
})

test('a repeated call that its first effect makes impossible returns the first response', async () => {
  const call = newCall()
  const first = await once(call)
  const full = () => Promise.reject(new Error('there is no room for a second one'))
  expect(await runOnce(db, call, full)).toEqual(first)
  await expect(runOnce(db, { ...call, key: 'key-2' }, full)).rejects.toThrow('no room')
})

test('a failed call may be repeated', async () => {
  const call = newCall()
  const failing = runOnce(
    db,
    call,
    inTransaction(async (tx) => {
      await pay(call)(tx)
      fail(commonErrors.invalid)
    }),
  )
  await expect(failing).rejects.toMatchObject({ problem: commonErrors.invalid })
  expect(await effectsOf(call)).toBe(0)
  await once(call)
  expect(await effectsOf(call)).toBe(1)
})

/** Makes the same call twice concurrently. The first has made and stored its change, but has not committed yet. */
async function withRememberedCall(call: Call, end: () => Promise<unknown>) {
  let remembered = () => {}
  const isRemembered = new Promise<void>((resolve) => (remembered = resolve))
  // The call's own transaction is part of this one, which commits when `end` resolves.
  const first = db.transaction().execute(async (tx) => {
    const inside = { transaction: () => ({ execute: <T>(change: (tx: Db) => Promise<T>) => change(tx) }) } as unknown as Db
    const response = await runOnce(inside, call, inTransaction(pay(call)))
    remembered()
    await end()
    return response
  })
  await isRemembered
  return { first }
}

test('a concurrent call waits for the first to fail, and then has the effect', async () => {
  const call = newCall()
  const { first } = await withRememberedCall(call, async () => {
    await untilBlocked()
    throw new Error('broken')
  })
  const pendingCall = once(call, other)
  await expect(first).rejects.toThrow('broken')
  await pendingCall
  expect(await effectsOf(call)).toBe(1)
})

test('a call that waits too long is asked to retry', async () => {
  const call = newCall()
  let end = () => {}
  const { first } = await withRememberedCall(call, () => new Promise<void>((resolve) => (end = resolve)))
  await expect(once(call, other)).rejects.toSatisfy(isDatabaseUnavailable)
  end()
  expect(await once(call, other)).toEqual(await first)
})

test('a key expires after 24 hours and is deleted', async () => {
  const call = newCall()
  const first = await once(call)
  await sql`update idempotency_key set made_at = now() - interval '23 hours 59 minutes'`.execute(db)
  expect(await once(call)).toEqual(first)
  await sql`update idempotency_key set made_at = now() - interval '24 hours 1 minute'`.execute(db)
  expect(await once(call)).not.toEqual(first)
  await deleteOldIdempotencyKeys(db)
  expect((await sql`select from idempotency_key`.execute(db)).rows).toHaveLength(1)
})

test.each(['', 'a b', 'é', 'x'.repeat(256), 'a\n'])('"%s" is not a valid key', async (key) => {
  await expect(once({ ...newCall(), key })).rejects.toMatchObject({ problem: commonErrors.malformed })
})

test('a job cleans the kit’s own tables', async () => {
  await sql`update idempotency_key set made_at = now() - interval '2 days'`.execute(db)
  await sql`insert into rate_limit (key, hits, expires_at) values (sha256('x'), '{}', now() - interval '1 second')`.execute(db)
  const log = createLog({ level: 'silent' })
  const first = createJobs({ db, log, worker: 'off' })
  registerCleaningJob(first, db)
  await first.start()
  await first.send(defineJob('kit-cleaning', z.object({})), {})
  await first.stop()
  const jobs = createJobs({ db, log })
  registerCleaningJob(jobs, db)
  await jobs.start()
  await expect
    .poll(async () => (await sql`select from idempotency_key union all select from rate_limit`.execute(db)).rows.length, { timeout: 3000 })
    .toBe(0)
  await jobs.stop()
})
