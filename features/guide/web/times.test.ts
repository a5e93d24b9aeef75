import { afterEach, expect, test, vi } from 'vitest'
import { daysFrom, formatDayFrom } from './times.ts'

afterEach(() => vi.unstubAllEnvs())

test('days are counted in local time, also with 23 or 25 hours', () => {
  vi.stubEnv('TZ', 'Europe/Brussels')
  const noon = Date.parse('2026-10-25T11:00:00Z')
  expect(daysFrom(noon, Date.parse('2026-10-24T22:30:00Z'))).toBe(0)
  expect(daysFrom(noon, Date.parse('2026-10-24T21:30:00Z'))).toBe(-1)
  expect(daysFrom(noon, Date.parse('2026-10-25T22:59:00Z'))).toBe(0)
  expect(daysFrom(noon, Date.parse('2026-10-25T23:01:00Z'))).toBe(1)
})

test('near days have names, others dates', () => {
  const now = Date.parse('2026-11-13T12:00:00Z')
  expect(formatDayFrom(now, now)).toBe('Today')
  expect(formatDayFrom(now, now + 24 * 3_600_000)).toBe('Tomorrow')
  expect(formatDayFrom(Date.parse('2026-11-23T12:00:00Z'), Date.parse('2026-11-13T12:00:00Z'))).toMatch(/^Fri,? 13 Nov$/)
})
