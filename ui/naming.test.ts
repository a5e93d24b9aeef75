import { expect, test } from 'vitest'
import { truncate, idHue, initialsOf } from './naming.ts'

test.each([
  ['Slow Waters', 'Slow Waters'],
  ['exactly fifteen', 'exactly fifteen'],
  ['Blender Open Films', 'Blender Open Fi…'],
  ['Tante Rita kookt', 'Tante Rita kook…'],
  ['Fourteen chars and', 'Fourteen chars…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦 family channel', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦 family chann…'],
  ['e\u0301'.repeat(15), 'e\u0301'.repeat(15)],
])('%s is cut at 15 characters', (name, expected) => expect(truncate(name, 15)).toBe(expected))

test.each([
  ['Night Trains', 'NT'],
  ['Moss', 'MO'],
  ['The quiet mountain', 'TQ'],
  ['émile & zoë', 'ÉZ'],
  ['a', 'A'],
  ['night-trains', 'NT'],
  ['24 hours', '2H'],
  ['“Quoted” name', 'QN'],
  ['日本語', '日本'],
  ['★', '★'],
  ['https://www.vimeo.com/76979871', 'VC'],
  ['', ''],
])('the initials of %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

test('an id always has the same hue, and different ids differ', () => {
  expect(idHue('a1B2c3D4e5F')).toBe(idHue('a1B2c3D4e5F'))
  const hues = Array.from({ length: 360 }, (_, index) => idHue(`channel${index}`))
  expect(hues.every((hue) => hue >= 0 && hue < 360)).toBe(true)
  // 360 ids fall into 36 ranges of hues: a range stays empty only if hues cluster.
  expect(new Set(hues.map((hue) => Math.floor(hue / 10))).size).toBeGreaterThan(32)
})
