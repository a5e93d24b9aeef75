import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announcedTerms, terms, termsInForce } from './terms.ts'

const setToday = (day: string) => vi.setSystemTime(new Date(`${day}T12:00:00Z`))

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  terms.announced = undefined
})

test('the terms of November 2021 apply, and no others are announced', () => {
  expect(termsInForce()).toBe('November 2021')
  expect(announcedTerms()).toBeUndefined()
})

test('amended terms show from their announcement on, and apply a month later', () => {
  terms.announced = { version: 'March 2027', on: '2027-02-01' }
  setToday('2027-01-31')
  expect([announcedTerms(), termsInForce()]).toEqual([undefined, 'November 2021'])
  setToday('2027-02-28')
  expect([announcedTerms(), termsInForce()]).toEqual([{ version: 'March 2027', from: '2027-03-01' }, 'November 2021'])
  setToday('2027-03-01')
  expect([announcedTerms(), termsInForce()]).toEqual([{ version: 'March 2027', from: '2027-03-01' }, 'March 2027'])
})

test.for([
  ['2027-12-15', '2028-01-15'],
  ['2027-01-31', '2027-03-03'],
] as const)('announced on %s, the notice is at least a month: %s', ([day, from]) => {
  terms.announced = { version: 'New', on: day }
  setToday(from)
  expect(announcedTerms()?.from).toBe(from)
})
