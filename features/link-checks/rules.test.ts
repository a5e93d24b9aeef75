import { describe, expect, test } from 'vitest'
import {
  applyCheck,
  hostPauseMs,
  type CheckResult,
  firstCheckTime,
  isOutageLikely,
  checkTimeAfterOutage,
  nextCheckTime,
  weekMs,
} from './rules.ts'

const start = new Date('2026-11-22T12:00:00Z')
const hoursAfterStart = (count: number) => new Date(start.getTime() + count * 3_600_000)
const working = { outcome: 'well' } as const
const failed = { outcome: 'failed', problem: 'removed' } as const
const silentResult = { outcome: 'silent' } as const
const workingRecord = applyCheck(
  { state: 'doubtful', problem: 'removed', failedAt: start, goneAt: null, silentSince: start },
  working,
  start,
)

/** Returns the states after checks at these hours. */
const statesOf = (checks: readonly (readonly [hour: number, finding: CheckResult])[]) => {
  let history = workingRecord
  return checks.map(([hour, finding]) => (history = applyCheck(history, finding, hoursAfterStart(hour))).state)
}

describe('the state of a link after checks', () => {
  test.each([
    ['one failure makes a link doubtful', [[0, failed]], ['doubtful']],
    [
      'a second failure within a day leaves a link doubtful',
      [
        [0, failed],
        [23, failed],
      ],
      ['doubtful', 'doubtful'],
    ],
    [
      'two failures a day apart make a link gone',
      [
        [0, failed],
        [24, failed],
      ],
      ['doubtful', 'gone'],
    ],
    [
      'one success makes a link work again',
      [
        [0, failed],
        [24, failed],
        [48, working],
        [49, failed],
      ],
      ['doubtful', 'gone', 'well', 'doubtful'],
    ],
    [
      'inconclusive results change nothing',
      [
        [0, failed],
        [30, { outcome: 'unclear' }],
        [31, { outcome: 'blocked', seconds: 1 }],
        [32, { outcome: 'unasked' }],
      ],
      ['doubtful', 'doubtful', 'doubtful', 'doubtful'],
    ],
    [
      'less than a week without a response is no failure',
      [
        [0, silentResult],
        [100, silentResult],
      ],
      ['well', 'well'],
    ],
    [
      'a week without a response is a failure',
      [
        [0, silentResult],
        [168, silentResult],
        [192, silentResult],
      ],
      ['well', 'doubtful', 'gone'],
    ],
    [
      'a response in between restarts the week',
      [
        [0, silentResult],
        [100, { outcome: 'unclear' }],
        [168, silentResult],
      ],
      ['well', 'well', 'well'],
    ],
  ] as const)('%s', (_, checks, states) => {
    expect(statesOf(checks)).toEqual(states)
  })

  test('the first failure time stays, and the reason is the last one found', () => {
    const first = applyCheck(workingRecord, failed, start)
    const second = applyCheck(first, { outcome: 'failed', problem: 'private' }, hoursAfterStart(30))
    expect(second).toEqual({ state: 'gone', problem: 'private', failedAt: start, goneAt: hoursAfterStart(30), silentSince: null })
    expect(applyCheck(second, failed, hoursAfterStart(60))).toMatchObject({ problem: 'removed', goneAt: hoursAfterStart(30) })
  })
})

describe('the time of the next check', () => {
  const hoursUntil = (dueAt: Date, now = start) => (dueAt.getTime() - now.getTime()) / 3_600_000
  test.each([0, 0.2, 0.4, 0.6, 0.8, 0.999])("is at the link's weekly slot, %d, whenever the last check was", (place) => {
    for (const hoursLate of [0, 20, 90, 170, 1000]) {
      const dueAt = nextCheckTime(workingRecord, working, place, hoursAfterStart(hoursLate))
      expect((dueAt.getTime() / weekMs) % 1).toBeCloseTo(place, 5)
      expect(hoursUntil(dueAt, hoursAfterStart(hoursLate))).toBeGreaterThanOrEqual(84)
      expect(hoursUntil(dueAt, hoursAfterStart(hoursLate))).toBeLessThanOrEqual(252)
      const first = hoursUntil(firstCheckTime(place, hoursAfterStart(hoursLate)), hoursAfterStart(hoursLate))
      expect(first).toBeGreaterThanOrEqual(0)
      expect(first).toBeLessThanOrEqual(168)
    }
  })

  test('a thousand links added together are spread over the week', () => {
    const days = Array.from({ length: 7 }, () => 0)
    for (let n = 0; n < 1000; n++) days[Math.floor(hoursUntil(firstCheckTime(n / 1000, start)) / 24)]!++
    expect(Math.min(...days)).toBeGreaterThan(130)
  })

  test('a doubtful link is checked after a day, a dead one daily for a week and then weekly', () => {
    const doubtful = applyCheck(workingRecord, failed, start)
    expect(hoursUntil(nextCheckTime(doubtful, failed, 0.5, start))).toBe(24)
    expect(hoursUntil(nextCheckTime(doubtful, failed, 0.5, hoursAfterStart(20)), hoursAfterStart(20))).toBe(4)
    expect(hoursUntil(nextCheckTime(doubtful, failed, 0.5, hoursAfterStart(40)), hoursAfterStart(40))).toBe(1)
    const goneResult = applyCheck(doubtful, failed, hoursAfterStart(24))
    expect(hoursUntil(nextCheckTime(goneResult, failed, 0.5, hoursAfterStart(24)), hoursAfterStart(24))).toBe(24)
    expect(hoursUntil(nextCheckTime(goneResult, failed, 0.5, hoursAfterStart(300)), hoursAfterStart(300))).toBeGreaterThan(80)
  })

  test('a host that asks for a pause gets an hour to a day', () => {
    expect([0, 7200, 1e9].map((seconds) => hostPauseMs(seconds) / 3_600_000)).toEqual([1, 2, 24])
    expect(hoursUntil(nextCheckTime(workingRecord, { outcome: 'unasked' }, 0.5, start))).toBe(0.25)
    expect([0, 1].map((place) => hoursUntil(checkTimeAfterOutage(place, start)))).toEqual([1, 24])
  })
})

test.each([
  ['no results', [], false],
  ['all links work', [[working], [working]], false],
  ['one failing link of a host', [[working, failed]], false],
  ['one failing host of two', [[working], [failed]], false],
  ['one failing host and no others', [[failed, failed]], true],
  ['most hosts failing', [[working], [silentResult], [failed]], true],
  ['hosts with inconclusive results don’t count', [[working], [{ outcome: 'unclear' }], [{ outcome: 'blocked', seconds: 1 }]], false],
] as const)('whether an outage of our network is likely: %s', (_, hosts, suspicious) => {
  expect(isOutageLikely(hosts)).toBe(suspicious)
})
