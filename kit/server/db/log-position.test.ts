import { expect, test } from 'vitest'
import { isReached, laterPosition, parseLogPosition } from './log-position.ts'

test('positions are compared as numbers', () => {
  expect(isReached('0/10', '0/F')).toBe(true)
  expect(isReached('1/0', '0/FFFFFFFF')).toBe(true)
  expect(isReached('A/0', 'B/0')).toBe(false)
  expect(isReached('a/1', 'A/1')).toBe(true)
  expect([
    laterPosition('0/10', '0/F'),
    laterPosition(undefined, '0/F'),
    laterPosition('0/F', undefined),
    laterPosition('9/0', '10/0'),
  ]).toEqual(['0/10', '0/F', '0/F', '10/0'])
})

test.each(['', 'x', '0/', '/0', '0/123456789', '0/0/0', '0/0; drop', undefined])('the text %s is no position', (text) => {
  expect(parseLogPosition(text)).toBeUndefined()
})
