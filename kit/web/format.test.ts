import { expect, test } from 'vitest'
import { formatLength, formatNumber } from './format.ts'
import { formatAgo } from './format-date.ts'
import { formatMoney } from './format-money.ts'

test.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [2530, '42:10'],
  [3895, '1:04:55'],
  [40_800, '11:20:00'],
  [-3, '0:00'],
])('%d seconds are %s', (seconds, text) => expect(formatLength(seconds)).toBe(text))

test('formats money and numbers', () => {
  expect(formatMoney('24.50')).toBe('€24.50')
  expect(formatNumber(48_120)).toBe('48,120')
})

test.each([
  ['2026-11-20T12:00:00Z', 'now'],
  ['2026-11-20T11:59:00.400Z', '1 minute ago'],
  ['2026-11-20T11:59:01Z', '59 seconds ago'],
  ['2026-11-20T11:58:00Z', '2 minutes ago'],
  ['2026-11-20T11:00:20Z', '1 hour ago'],
  ['2026-11-19T12:00:00Z', 'yesterday'],
  ['2026-11-22T12:00:00Z', 'in 2 days'],
  ['2024-11-20T12:00:00Z', '2 years ago'],
])('%s is %s', (iso, text) => expect(formatAgo(iso, Date.parse('2026-11-20T12:00:00Z'))).toBe(text))
