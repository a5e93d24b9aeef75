import { expect, test } from 'vitest'
import { zonedTime } from '#kit/server/time-zone.ts'
import { findEvening } from './epg.ts'

const hoursOf = (date: string, next: string, zone: string) =>
  (zonedTime(next, 0, zone).getTime() - zonedTime(date, 0, zone).getTime()) / 3_600_000

test.each([
  ['2026-03-28', '2026-03-29', 24],
  ['2026-03-29', '2026-03-30', 23],
  ['2026-10-25', '2026-10-26', 25],
])('in Brussels the day from %s to %s has %i hours', (date, next, hours) => {
  expect(hoursOf(date, next, 'Europe/Brussels')).toBe(hours)
})

test.each([
  ['2026-03-29T10:00:00Z', '2026-03-29T18:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25T10:00:00Z', '2026-10-25T19:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['2026-11-23T10:00:00Z', '2026-11-23T19:00:00.000Z', '2026-11-23T23:00:00.000Z'],
])('the evening of %s in Brussels is from 20 to 24 o’clock local time', (moment, from, to) => {
  expect(findEvening(new Date(moment), 'Europe/Brussels')).toEqual({ from, to })
})

test('evenings are correct in other zones, also with half-hour offsets', () => {
  expect(findEvening(new Date('2026-11-23T10:00:00Z'), 'Asia/Kolkata')).toEqual({
    from: '2026-11-23T14:30:00.000Z',
    to: '2026-11-23T18:30:00.000Z',
  })
  expect(findEvening(new Date('2026-11-23T23:30:00Z'), 'Pacific/Auckland').from).toBe('2026-11-24T07:00:00.000Z')
})
