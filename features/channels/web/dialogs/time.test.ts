import { expect, test } from 'vitest'
import { parseSeconds } from './time.ts'

test.each([
  ['', null],
  ['  ', null],
  ['83', 83],
  ['83.9', 83],
  ['83,9', 83],
  ['1:23', 83],
  ['1:3', 63],
  ['90:00', 5400],
  ['1:02:03', 3723],
  ['1:60', undefined],
  ['1:75:00', undefined],
  ['-5', undefined],
  ['1h2m', undefined],
  [':30', undefined],
  ['1:2:3:4', undefined],
])('the time %j is %j seconds', (text, seconds) => {
  expect(parseSeconds(text)).toBe(seconds)
})
