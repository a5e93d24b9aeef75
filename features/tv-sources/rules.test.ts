import { expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { matchName, nextRefreshMs } from './rules.ts'

test.each([
  ['BBC One', 'BBC ONE HD'],
  ['UK: BBC One', 'bbc one (1080p) [Geo-blocked]'],
  ['VRT Eén', 'vrt een FHD'],
  ['France 2', 'FRANCE  2'],
  ['Film & Co', 'Film and Co'],
  ['ТНТ HD', 'тнт'],
])('the names %s and %s are equal', (first, second) => {
  expect(matchName(first)).toBe(matchName(second))
})

test.each([
  ['Channel 4', 'Channel 5'],
  ['ITV', 'ITV+'],
  ['BBC One', 'BBC Two'],
])('the names %s and %s are different', (first, second) => {
  expect(matchName(first)).not.toBe(matchName(second))
})

test('a name without letters and digits matches nothing', () => {
  expect(['HD', '★', '(1080p)', '', '=>'].map(matchName)).toEqual(['', '', '', '', ''])
})

test('a very long name is normalized in limited time', () => {
  const clock = measureUndisturbedMs()
  for (const sign of ['(', '[', 'a:', ' ', '\u0301']) matchName(sign.repeat(1_000_000))
  expect(clock()).toBeLessThan(2000)
})

test.each([
  ['never imported', '2026-11-23T00:00:00Z', null, '2026-11-23T00:40:00Z'],
  ['just now', '2026-11-23T06:39:00Z', '2026-11-23T06:39:00Z', '2026-11-23T12:40:00Z'],
  ['at the last check', '2026-11-23T07:00:00Z', '2026-11-23T06:41:00Z', '2026-11-23T12:40:00Z'],
  ['days ago', '2026-11-23T13:00:00Z', '2026-11-20T06:41:00Z', '2026-11-23T18:40:00Z'],
  ['across midnight', '2026-11-23T19:00:00Z', '2026-11-23T18:41:00Z', '2026-11-24T00:40:00Z'],
])('a source imported %s has its next import at the scheduled time', (_, now, imported, next) => {
  expect(new Date(nextRefreshMs(Date.parse(now), imported === null ? null : Date.parse(imported))).toISOString()).toBe(
    next.replace('Z', '.000Z'),
  )
})
