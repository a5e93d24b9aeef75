import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTwoLimits } from '#test/limits-of-two.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { withStatementTimeout } from '#kit/server/db/db.ts'
import { ProblemError } from './fail.ts'
import { addressKey, createLimits, deleteOldLimits, assertAllowed, networkKey } from './limits.ts'

const { database, db, log, limits, other } = await createTwoLimits()
const minute = { max: 3, windowSeconds: 60 }
/** Shifts everything counted so far into the past. */
const makeOlder = (seconds: number) =>
  sql`update rate_limit set hits = array(select hit - make_interval(secs => ${seconds}) from unnest(hits) hit), expires_at = expires_at - make_interval(secs => ${seconds})`.execute(
    db,
  )
const takeRepeatedly = async (key: string, times: number, limit = minute) => {
  const allowed: boolean[] = []
  for (let time = 0; time < times; time++) allowed.push((await limits.take(key, limit)).allowed)
  return allowed
}

describe('a strict limit', () => {
  test('allows up to its maximum and returns when to retry', async () => {
    expect(await takeRepeatedly('a', 4)).toEqual([true, true, true, false])
    expect(await limits.take('a', minute)).toEqual({ allowed: false, retryAfter: 60 })
    expect(await limits.take('b', minute)).toEqual({ allowed: true, retryAfter: 0 })
  })

  test('slides: the oldest attempt makes room when it has expired', async () => {
    await takeRepeatedly('slide', 1)
    await makeOlder(40)
    await takeRepeatedly('slide', 2)
    expect(await limits.take('slide', minute)).toEqual({ allowed: false, retryAfter: 20 })
    await makeOlder(21)
    expect(await takeRepeatedly('slide', 2)).toEqual([true, false])
  })

  test("isn't prolonged by refused attempts", async () => {
    await takeRepeatedly('refused', 3)
    await makeOlder(50)
    expect(await takeRepeatedly('refused', 5)).toEqual([false, false, false, false, false])
    await makeOlder(11)
    expect(await takeRepeatedly('refused', 1)).toEqual([true])
  })

  test.each([false, true])('ignores attempts of tomorrow once the clock is set back (cooldown: %s)', async (cooldown) => {
    const key = `tomorrow-${cooldown}`
    const limit = { ...minute, cooldown }
    await takeRepeatedly(key, 4, limit)
    await makeOlder(-86_400)
    expect(await limits.used(key, 3600)).toBe(0)
    expect(await takeRepeatedly(key, 4, limit)).toEqual([true, true, true, false])
  })

  test('counts attempts slightly in the future, as of an instance whose clock is ahead', async () => {
    await takeRepeatedly('ahead', 3)
    await makeOlder(-20)
    expect(await takeRepeatedly('ahead', 1)).toEqual([false])
  })

  test('with a cooldown, refuses a whole window after the last counted attempt', async () => {
    const limit = { ...minute, cooldown: true }
    await takeRepeatedly('cool', 1, limit)
    await makeOlder(50)
    await takeRepeatedly('cool', 2, limit)
    await makeOlder(30)
    expect(await limits.take('cool', limit)).toEqual({ allowed: false, retryAfter: 30 })
    await makeOlder(31)
    expect(await takeRepeatedly('cool', 4, limit)).toEqual([true, true, true, false])
  })

  test('holds for concurrent attempts through several instances', async () => {
    const limit = { max: 10, windowSeconds: 60 }
    const verdicts = await Promise.all(Array.from({ length: 60 }, (_, i) => (i % 2 ? limits : other).take('storm', limit)))
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10)
  })

  test('batches concurrent attempts: 300 need few statements, and none waits in vain', async () => {
    await sql`create sequence attempts`.execute(db)
    await sql`create function count_attempt() returns trigger language plpgsql as $$ begin perform nextval('attempts'); return new; end $$`.execute(
      db,
    )
    await sql`create trigger count_attempt before insert on rate_limit for each row execute function count_attempt()`.execute(db)
    const limit = { max: 5, windowSeconds: 60 }
    const verdicts = await Promise.all(Array.from({ length: 300 }, () => limits.take('three hundred', limit)))
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(5)
    const { rows } = await sql<{ count: number }>`select last_value as count from attempts`.execute(db)
    expect(rows[0]!.count).toBe(1)
    // Attempts that arrive during a batch form the next batch.
    const hundred = { max: 100, windowSeconds: 60 }
    const waves = Array.from({ length: 8 }, (_, wave) =>
      sleep(wave).then(() => Promise.all(Array.from({ length: 50 }, () => limits.take('in waves', hundred)))),
    )
    const counted = (await Promise.all(waves)).flat()
    expect(counted.filter(({ allowed }) => allowed)).toHaveLength(100)
    expect(counted.filter(({ allowed, retryAfter }) => !allowed && retryAfter > 50 && retryAfter <= 60)).toHaveLength(300)
    expect(await limits.used('in waves', 60)).toBe(100)
    const { rows: after } = await sql<{ count: number }>`select last_value as count from attempts`.execute(db)
    expect(after[0]!.count).toBeLessThanOrEqual(9)
    await sql`drop trigger count_attempt on rate_limit`.execute(db)
    // The next attempt, and an attempt with another limit for the same key, query the database again.
    await limits.giveBack('three hundred')
    expect((await limits.take('three hundred', limit)).allowed).toBe(true)
    const [few, more] = await Promise.all([limits.take('three hundred', limit), limits.take('three hundred', { ...limit, max: 9 })])
    expect([few.allowed, more.allowed]).toEqual([false, true])
  })

  test('is not bypassed by letter case, look-alike forms or length', async () => {
    await limits.take('login:Someone@Mail.example', { max: 1, windowSeconds: 60 })
    const same = ['login:someone@mail.EXAMPLE', 'login:ｓomeone@mail.example']
    const verdicts = await Promise.all(same.map((key) => limits.take(key, { max: 1, windowSeconds: 60 })))
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([false, false])
    await limits.take(`long\0${'x'.repeat(100_000)}`, minute)
  })

  test('stores no names', async () => {
    await limits.take('someone@secret.example', minute)
    const { rows } = await sql<{ all: string }>`select string_agg(rate_limit::text, ' ') as all from rate_limit`.execute(db)
    expect(rows[0]!.all).not.toContain('secret')
  })

  test("doesn't count attempts that were given back", async () => {
    const limit = { max: 1, windowSeconds: 60, cooldown: true }
    await limits.take('back', limit)
    await limits.giveBack('back')
    expect(await takeRepeatedly('back', 2, limit)).toEqual([true, false])
    await limits.giveBack('never taken')
  })

  test('an action succeeds even if the database fails to undo its attempt', async () => {
    await limits.take('locked', minute)
    const warned = vi.spyOn(log, 'warn')
    onTestFinished(() => warned.mockRestore())
    const shortTimeout = createLimits({ db: withStatementTimeout(db, 100), log, enabled: true })
    await db.transaction().execute(async (tx) => {
      await sql`select from rate_limit for update`.execute(tx)
      await shortTimeout.giveBack('locked')
    })
    shortTimeout.stop()
    expect(warned).toHaveBeenCalledOnce()
  })

  test('returns the used amount', async () => {
    expect(await limits.used('use', 60)).toBe(0)
    await takeRepeatedly('use', 2)
    expect(await limits.used('use', 60)).toBe(2)
    await makeOlder(61)
    expect(await limits.used('use', 60)).toBe(0)
  })

  test('counts all or none of several limits on one key', async () => {
    const limitPairs = [
      ['hour', { max: 5, windowSeconds: 3600 }],
      ['day', { max: 2, windowSeconds: 86_400 }],
    ] as const
    expect((await limits.takeAll(limitPairs)).allowed).toBe(true)
    expect((await limits.takeAll(limitPairs)).allowed).toBe(true)
    expect(await limits.takeAll(limitPairs)).toEqual({ allowed: false, retryAfter: 86_400 })
    expect(await limits.used('hour', 3600)).toBe(2)
  })

  test('if several limits are reached, returns when the last one allows again', async () => {
    const limitPairs = [
      ['minute', { max: 1, windowSeconds: 60 }],
      ['week', { max: 1, windowSeconds: 604_800 }],
      ['free', { max: 9, windowSeconds: 60 }],
    ] as const
    await limits.takeAll(limitPairs)
    expect(await limits.takeAll(limitPairs)).toEqual({ allowed: false, retryAfter: 604_800 })
    expect(await limits.used('free', 60)).toBe(1)
  })

  test('costs one statement, allowed or refused', async () => {
    const counted = database.connect()
    const statements = vi.spyOn(counted.getExecutor(), 'executeQuery')
    const counting = createLimits({ db: counted, log, enabled: true })
    await counting.take('one', { max: 1, windowSeconds: 60 })
    expect(statements).toHaveBeenCalledTimes(1)
    expect((await counting.take('one', { max: 1, windowSeconds: 60 })).allowed).toBe(false)
    expect(statements).toHaveBeenCalledTimes(2)
    counting.stop()
  })
})

test('deletes expired limits', async () => {
  await sql`truncate rate_limit, rate_count`.execute(db)
  await takeRepeatedly('old', 1)
  await makeOlder(61)
  await takeRepeatedly('new', 1)
  await sql`insert into rate_count values (sha256('x'), 1, 1, now() - interval '1 second'), (sha256('x'), 2, 1, now() + interval '1 minute')`.execute(
    db,
  )
  await deleteOldLimits(db)
  const { rows } = await sql<{
    limits: number
    counts: number
  }>`select (select count(*) from rate_limit)::int as limits, (select count(*) from rate_count)::int as counts`.execute(db)
  expect(rows[0]).toEqual({ limits: 1, counts: 1 })
})

test('everything is allowed if limits are disabled', async () => {
  const off = createLimits({ db, log, enabled: false })
  const verdicts = [
    ...(await Promise.all(Array.from({ length: 5 }, () => off.take('off', minute)))),
    off.count('off', { max: 0, windowSeconds: 1 }),
  ]
  expect(verdicts.every(({ allowed }) => allowed)).toBe(true)
})

test('a refusal is 429 with the time of the next retry', () => {
  expect(() => assertAllowed({ allowed: true, retryAfter: 0 })).not.toThrow()
  let thrown: unknown
  try {
    assertAllowed({ allowed: false, retryAfter: 7 })
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(ProblemError)
  expect(thrown).toMatchObject({ problem: commonErrors.too_many, refusal: { retryAfter: 7 } })
})

const addresses: [address: string, key: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['', ''],
]
test.each(addresses)('%s is counted as %s', (address, key) => expect(addressKey(address)).toBe(key))

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.200', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['', ''],
])('%s is in %s', (address, key) => expect(networkKey(address)).toBe(key))
