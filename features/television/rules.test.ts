import { expect, test } from 'vitest'
import { matchName } from './rules.ts'

test.each([
  ['BBC One', 'BBC ONE HD'],
  ['UK: BBC One', 'bbc one (1080p) [Geo-blocked]'],
  ['VRT Eén', 'vrt een FHD'],
  ['France 2', 'FRANCE  2'],
  ['Film & Co', 'Film and Co'],
  ['ТНТ HD', 'тнт'],
])('%s and %s are one name', (first, second) => {
  expect(matchName(first)).toBe(matchName(second))
})

test.each([
  ['Channel 4', 'Channel 5'],
  ['ITV', 'ITV+'],
  ['BBC One', 'BBC Two'],
])('%s and %s are two', (first, second) => {
  expect(matchName(first)).not.toBe(matchName(second))
})

test('what has no letter or digit of its own is compared with nothing', () => {
  expect(['HD', '★', '(1080p)', '', '=>'].map(matchName)).toEqual(['', '', '', '', ''])
})

test('a name without end takes no time', () => {
  const started = performance.now()
  for (const sign of ['(', '[', 'a:', ' ', '\u0301']) matchName(sign.repeat(1_000_000))
  expect(performance.now() - started).toBeLessThan(100)
})
