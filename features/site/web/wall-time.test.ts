import { expect, test } from 'vitest'
import { parseWallTime, toWallTime, zoneName } from './wall-time.ts'

test('a wall time converts to a moment in the shown zone, and back', () => {
  expect(zoneName()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const moment = parseWallTime('2026-06-01T14:30')!
  expect(moment).toBe(new Date(2026, 5, 1, 14, 30).toISOString())
  expect(toWallTime(moment)).toBe('2026-06-01T14:30')
})

test('every hour around clock changes converts to a moment, and moments keep their order', () => {
  for (const day of ['2026-03-29', '2026-10-25']) {
    const moments = Array.from({ length: 24 }, (_, hour) => parseWallTime(`${day}T${String(hour).padStart(2, '0')}:30`)!)
    expect(moments.every((moment) => !Number.isNaN(Date.parse(moment)))).toBe(true)
    expect(moments.toSorted()).toEqual(moments)
  }
})

test('empty and incomplete fields convert to null', () => {
  expect([parseWallTime(''), parseWallTime('2026-13-01T10:00'), parseWallTime('x'), toWallTime(null)]).toEqual([null, null, null, ''])
})
