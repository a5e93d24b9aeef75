import { expect, test } from 'vitest'
import { findBalanceEnd } from './balance-duration.ts'

const charge = (at: string, amount: string) => ({ next_charge_at: at, next_charge: amount })
const day = (answer: ReturnType<typeof findBalanceEnd>) => (answer instanceof Date ? answer.toISOString().slice(0, 10) : answer)

test('the balance lasts until the first charge that it does not cover', () => {
  expect(day(findBalanceEnd('10.00', [charge('2026-03-10T12:00:00.000Z', '5.00')]))).toBe('2026-05-10')
  expect(day(findBalanceEnd('9.99', [charge('2026-03-10T12:00:00.000Z', '5.00')]))).toBe('2026-04-10')
  expect(day(findBalanceEnd('0.00', [charge('2026-03-10T12:00:00.000Z', '5.00')]))).toBe('2026-03-10')
})

test('charges of several subscriptions are taken in the order of their dates', () => {
  const charges = [charge('2026-03-20T12:00:00.000Z', '4.00'), charge('2026-03-10T12:00:00.000Z', '5.00')]
  expect(day(findBalanceEnd('9.00', charges))).toBe('2026-04-10')
  expect(day(findBalanceEnd('8.99', charges))).toBe('2026-03-20')
})

test('the last day of a month stays the last day', () => {
  expect(day(findBalanceEnd('5.00', [charge('2026-01-31T12:00:00.000Z', '5.00')]))).toBe('2026-02-28')
  expect(day(findBalanceEnd('10.00', [charge('2026-01-31T12:00:00.000Z', '5.00')]))).toBe('2026-03-31')
})

test('subscriptions that end or cost nothing charge nothing', () => {
  expect(findBalanceEnd('10.00', [])).toBeUndefined()
  expect(findBalanceEnd('0.00', [{ next_charge_at: null, next_charge: null }, charge('2026-03-10T12:00:00.000Z', '0.00')])).toBeUndefined()
  expect(findBalanceEnd('10000.00', [charge('2026-03-10T12:00:00.000Z', '1.00')])).toBe('long')
})
