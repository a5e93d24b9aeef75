import { afterEach, expect, test, vi } from 'vitest'
import { axisAround, dayAt, eveningStart, axisLength, minutesAt, sameTimeOnDay, ticksBetween, timeAt } from './axis.ts'

afterEach(() => vi.unstubAllEnvs())
const parseTime = (iso: string) => Date.parse(iso)
const hours = ({ start, end }: { start: number; end: number }) => (end - start) / 3_600_000

test.each([
  ['Europe/Brussels', '2026-10-25T12:00:00Z', [24, 25, 24]],
  ['Europe/Brussels', '2026-03-29T12:00:00Z', [24, 23, 24]],
  ['Europe/Brussels', '2026-11-20T12:00:00Z', [24, 24, 24]],
  ['America/New_York', '2026-11-01T20:00:00Z', [24, 25, 24]],
  ['Asia/Kathmandu', '2026-11-20T12:00:00Z', [24, 24, 24]],
  ['Australia/Lord_Howe', '2026-04-05T03:00:00Z', [24, 24.5, 24]],
  // In Cairo, clocks skip midnight on this day.
  ['Africa/Cairo', '2026-04-24T10:00:00Z', [24, 23, 24]],
])('days of %s around %s have these hours', (timeZone, now, expected) => {
  vi.stubEnv('TZ', timeZone)
  const axis = axisAround(parseTime(now), { back: 1, ahead: 1 })
  expect(axis.days.map(hours)).toEqual(expected)
  expect(axis.days[0]!.end).toBe(axis.days[1]!.start)
  expect(axisLength(axis)).toBe(expected.reduce((sum, item) => sum + item * 60, 0))
  expect(dayAt(axis, parseTime(now))).toBe(axis.today)
})

test('minutes and times are each other’s inverse, also across a clock change', () => {
  vi.stubEnv('TZ', 'Europe/Brussels')
  const axis = axisAround(parseTime('2026-10-25T12:00:00Z'), { back: 2, ahead: 2 })
  const time = parseTime('2026-10-26T19:15:00Z')
  expect(timeAt(axis, minutesAt(axis, time))).toBe(time)
  expect(dayAt(axis, time)).toBe(axis.today + 1)
  expect(dayAt(axis, parseTime('2026-01-01T00:00:00Z'))).toBe(0)
  expect(dayAt(axis, parseTime('2027-01-01T00:00:00Z'))).toBe(4)
})

test('an evening begins at 20:00 local time, on days of any length', () => {
  vi.stubEnv('TZ', 'Europe/Brussels')
  const { days } = axisAround(parseTime('2026-10-25T12:00:00Z'), { back: 1, ahead: 0 })
  expect(days.map((day) => new Date(eveningStart(day)).toISOString())).toEqual(['2026-10-24T18:00:00.000Z', '2026-10-25T19:00:00.000Z'])
})

test('the same local time is found on another day', () => {
  vi.stubEnv('TZ', 'Europe/Brussels')
  const { days } = axisAround(parseTime('2026-10-25T12:00:00Z'), { back: 1, ahead: 0 })
  expect(new Date(sameTimeOnDay(parseTime('2026-10-25T19:30:00Z'), days[0]!)).toISOString()).toBe('2026-10-24T18:30:00.000Z')
})

test('ticks are at half hours of local time, and none beyond the end', () => {
  vi.stubEnv('TZ', 'Asia/Kathmandu')
  const axis = axisAround(parseTime('2026-11-20T12:00:00Z'), { back: 0, ahead: 0 })
  const ticks = ticksBetween(axis, -100, 95)
  expect(ticks.map(({ minutes }) => minutes)).toEqual([0, 30, 60, 90])
  expect(new Date(ticks[1]!.time).getMinutes()).toBe(30)
  expect(ticksBetween(axis, 1400, 5000).at(-1)!.minutes).toBe(1410)
  expect(ticksBetween(axis, 31, 59)).toEqual([])
})
