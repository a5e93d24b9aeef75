import { expect, test } from 'vitest'
import { balanceLasts } from './balance-lasts.ts'

const charge = (at: string, amount: string) => ({ next_charge_at: at, next_charge: amount })
const day = (answer: ReturnType<typeof balanceLasts>) => (answer instanceof Date ? answer.toISOString().slice(0, 10) : answer)

test('the balance lasts until the first charge that it does not cover', () => {
  expect(day(balanceLasts('10.00', [charge('2026-03-10T12:00:00.000Z', '5.00')]))).toBe('2026-05-10')
  expect(day(balanceLasts('9.99', [charge('2026-03-10T12:00:00.000Z', '5.00')]))).toBe('2026-04-10')
  expect(day(balanceLasts('0.00', [charge('2026-03-10T12:00:00.000Z', '5.00')]))).toBe('2026-03-10')
})

test('charges of several subscriptions are taken in the order of their dates', () => {
  const charges = [charge('2026-03-20T12:00:00.000Z', '4.00'), charge('2026-03-10T12:00:00.000Z', '5.00')]
  expect(day(balanceLasts('9.00', charges))).toBe('2026-04-10')
  expect(day(balanceLasts('8.99', charges))).toBe('2026-03-20')
})

test('the last day of a month stays the last day', () => {
  expect(day(balanceLasts('5.00', [charge('2026-01-31T12:00:00.000Z', '5.00')]))).toBe('2026-02-28')
  expect(day(balanceLasts('10.00', [charge('2026-01-31T12:00:00.000Z', '5.00')]))).toBe('2026-03-31')
})

test('subscriptions that end or cost nothing charge nothing', () => {
  expect(balanceLasts('10.00', [])).toBeUndefined()
  expect(balanceLasts('0.00', [{ next_charge_at: null, next_charge: null }, charge('2026-03-10T12:00:00.000Z', '0.00')])).toBeUndefined()
  expect(balanceLasts('10000.00', [charge('2026-03-10T12:00:00.000Z', '1.00')])).toBe('long')
})
