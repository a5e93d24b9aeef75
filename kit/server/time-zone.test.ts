import { expect, test } from 'vitest'
import { localTime, readTimeZone } from './time-zone.ts'

test.each([
  ['America/New_York', 'America/New_York'],
  ['europe/amsterdam', 'Europe/Amsterdam'],
  // Names that PostgreSQL doesn't know.
  ['US/Pacific-New', 'America/Los_Angeles'],
  ['SystemV/PST8PDT', 'Europe/Brussels'],
  ['CET', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['utc', 'UTC'],
  ['+05:30', 'Europe/Brussels'],
  ['+0530', 'Europe/Brussels'],
  ['-08', 'Europe/Brussels'],
  [undefined, 'Europe/Brussels'],
  ['', 'Europe/Brussels'],
  ['Mars/Olympus', 'Europe/Brussels'],
  ['\u0000', 'Europe/Brussels'],
  ['Europe/'.repeat(500), 'Europe/Brussels'],
  [['Asia/Tokyo', 'Asia/Seoul'], 'Europe/Brussels'],
])('%j is read as %s', (header, zone) => {
  expect(readTimeZone(header)).toBe(zone)
})

test.each([
  ['Europe/Brussels', { date: '2026-03-29', time: '03:00:00' }],
  ['America/New_York', { date: '2026-03-28', time: '21:00:00' }],
  ['Asia/Kathmandu', { date: '2026-03-29', time: '06:45:00' }],
])('clocks in %s, the hour in which summer begins in Brussels', (zone, expected) => {
  expect(localTime(new Date('2026-03-29T01:00:00Z'), zone)).toEqual(expected)
})

test('midnight is 0 o’clock of the new day', () => {
  expect(localTime(new Date('2026-01-01T00:00:00Z'), 'UTC')).toEqual({ date: '2026-01-01', time: '00:00:00' })
})
