import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTwoLimits } from '#test/limits-of-two.ts'
import { createLimits } from './limits.ts'

const { database, db, log, limits, other } = await createTwoLimits()
/** A year, so that no test falls on the end of a window. */
const year = 365 * 86_400

describe('a loose limit', () => {
  const limit = { max: 50, windowSeconds: year }

  test('refuses above its maximum, without the database', async () => {
    const away = createLimits({ db: database.connect(), log, enabled: true })
    await database.shut()
    const verdicts = Array.from({ length: 60 }, () => away.count('local', limit))
    await sleep(1200)
    away.stop()
    await database.open()
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(50)
    expect(verdicts.at(-1)!.retryAfter).toBeGreaterThan(0)
    expect(verdicts.at(-1)!.retryAfter).toBeLessThanOrEqual((year * 61) / 60)
  })

  test('is shared by all instances about every second, in any letter case', async () => {
    for (let i = 0; i < 30; i++) limits.count('shared', limit)
    for (let i = 0; i < 30; i++) other.count('SHARED', limit)
    // Each instance counts too few calls to reach 50 by itself.
    const allowed = () => [limits.count('shared', limit).allowed, other.count('Shared', limit).allowed]
    await expect.poll(allowed, { interval: 400, timeout: 5000 }).toEqual([false, false])
  })

  test('counts several at once or none of them', () => {
    expect(limits.count('several', limit, 45).allowed).toBe(true)
    expect(limits.count('several', limit, 6).allowed).toBe(false)
    expect(limits.count('several', limit, 5).allowed).toBe(true)
    expect(limits.count('several', limit).allowed).toBe(false)
  })

  test('counts completed work beyond the maximum, which can be given back, but never below zero', () => {
    limits.add('done', limit, 80)
    expect(limits.count('done', limit).allowed).toBe(false)
    limits.add('done', limit, -31)
    expect([limits.count('done', limit).allowed, limits.count('done', limit).allowed]).toEqual([true, false])
    limits.add('done', limit, -1000)
    expect([limits.count('done', limit, 50).allowed, limits.count('done', limit).allowed]).toEqual([true, false])
  })

  describe('slides', () => {
    const minute = { max: 600, windowSeconds: 60 }
    const start = Date.UTC(2031, 4, 6, 12, 0, 0)
    const setTime = (seconds: number) => vi.setSystemTime(start + seconds * 1000)
    const countMany = (key: string, times: number, limit = minute) =>
      Array.from({ length: times }, () => limits.count(key, limit)).filter(({ allowed }) => allowed).length
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
    afterEach(() => void vi.useRealTimers())

    test('slides across the end of a clock minute', () => {
      setTime(59)
      expect(countMany('clock minute', 700)).toBe(600)
      setTime(61)
      expect(countMany('clock minute', 700)).toBe(0)
      setTime(118)
      expect(countMany('clock minute', 700)).toBe(0)
    })

    test('holds in every window, whenever calls arrive', () => {
      const counted: number[] = []
      for (let second = 0; second < 300; second += 0.7) {
        setTime(second)
        const allowed = countMany('any window', Math.floor(40 * Math.abs(Math.sin(second))))
        for (let call = 0; call < allowed; call++) counted.push(second)
      }
      const inWindowFrom = (from: number) => counted.filter((second) => second >= from && second < from + 60).length
      expect(Math.max(...counted.map(inWindowFrom))).toBeLessThanOrEqual(600)
      // In five minutes, at least nine tenths of the 600 calls per minute are allowed.
      expect(counted.length).toBeGreaterThan(2700)
    })

    test.each([
      { amount: 1, most: 21 },
      { amount: 400, most: 21 },
      { amount: 401, most: 51 },
    ])('returns when there is room for $amount, and no second too late', ({ amount, most }) => {
      setTime(10.3)
      limits.count(`room for ${amount}`, minute, 400)
      setTime(40.8)
      limits.count(`room for ${amount}`, minute, 200)
      setTime(50.5)
      const { allowed, retryAfter } = limits.count(`room for ${amount}`, minute, amount)
      expect(allowed).toBe(false)
      expect(retryAfter).toBeLessThanOrEqual(most)
      setTime(50.5 + retryAfter - 1)
      expect(limits.count(`room for ${amount}`, minute, amount).allowed).toBe(false)
      setTime(50.5 + retryAfter)
      expect(limits.count(`room for ${amount}`, minute, amount).allowed).toBe(true)
    })

    test('frees given-back counts at once, and none later', () => {
      setTime(0)
      limits.count('given back', minute, 600)
      setTime(30)
      limits.count('given back', minute, -100)
      expect(countMany('given back', 200)).toBe(100)
      setTime(61)
      expect(countMany('given back', 700)).toBe(500)
    })

    test('drops its counts if the clock is set back by a day', () => {
      setTime(86_400)
      countMany('set back', 600)
      setTime(0)
      expect(countMany('set back', 700)).toBe(600)
    })
  })

  test('allows two instances together little more than one under load', async () => {
    const burst = { max: 600, windowSeconds: year }
    let allowed = 0
    for (let round = 0; round < 60; round++) {
      for (let call = 0; call < 20; call++) if ((call % 2 ? limits : other).count('burst', burst).allowed) allowed++
      await sleep(10)
    }
    expect(allowed).toBeGreaterThanOrEqual(600)
    expect(allowed).toBeLessThan(750)
  })

  test('gives an instance that starts counting later the counts of others in the whole window', async () => {
    for (let i = 0; i < 50; i++) limits.count('later', limit)
    await expect.poll(() => other.count('later', limit).allowed, { interval: 200, timeout: 5000 }).toBe(false)
  })

  test('doesn’t write rare calls to the database', async () => {
    for (let i = 0; i < 5; i++) limits.count('rare', { max: 6000, windowSeconds: year })
    // Later, the shared counts have reached the limit.
    for (let i = 0; i < 40; i++) limits.count('often', limit)
    const countsOf = async (hits: number) =>
      (await sql<{ n: number }>`select count(*)::int as n from rate_count where hits = ${hits}`.execute(db)).rows[0]!.n
    await expect.poll(() => countsOf(40)).toBe(1)
    expect(await countsOf(5)).toBe(0)
  })
})
