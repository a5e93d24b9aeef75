import { expect, test } from 'vitest'
import { name } from './fields.ts'
import { cleanName, normalize } from './names.ts'

test.each([
  ['overrides of the reading direction', 'Slow\u202Esretaw\u202C', 'Slowsretaw'],
  ['isolates and marks', '\u2066a\u2069\u200Eb\u200Fc\u061C', 'abc'],
  ['zero-width spaces', 'News\u200B\u2060\uFEFF', 'News'],
  ['soft hyphens', 'Tele\u00ADvision', 'Television'],
  ['line breaks', 'one\r\ntwo\u2028three\tfour', 'one two three four'],
  ['control characters', 'a\u0007b\u009Fc', 'a b c'],
  ['joiners without effect', 'a\u200Db\u200C \u200D', 'ab '],
  ['joiners after an emoji', '👩\u200D', '👩'],
  ['invisible letters', `a${String.fromCodePoint(0xe0061, 0xe0062)}b`, 'ab'],
])('these characters are removed: %s', (_, input, expected) => expect(cleanName(input)).toBe(expected))

test.each([
  ['families and professions', '👨\u200D👩\u200D👧\u200D👦 👩🏽\u200D🚀 ❤\uFE0F\u200D🔥 🏳\uFE0F\u200D🌈'],
  ['flags of regions', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  ['Persian', 'می\u200Cخواهم'],
  ['Hindi', 'क्\u200Dष क्\u200Cष'],
  ['Sinhala', 'ශ්\u200Dරී'],
  ['traditional Malayalam', 'ന്\u200D'],
  ['signs around digits', '\u0600١٢٣'],
  ['other characters', 'Café №5 – “Zoë”\u00A0& ﷺ\u0301'],
])('these characters stay unchanged: %s', (_, input) => expect(cleanName(input)).toBe(input))

test('a name is cleaned before it is measured, and the rest must be visible', () => {
  expect(name(5, 1).parse(` ${'\u200B'.repeat(50)}abcde\n`)).toBe('abcde')
  for (const input of ['\u202E', '\n', 'abcdef']) expect(name(5, 1).safeParse(input).success).toBe(false)
  const started = performance.now()
  expect(name(50, 1).safeParse('\u200D'.repeat(1_000_000)).success).toBe(false)
  expect(name(5000).parse(String.fromCodePoint(0xe0061).repeat(9000))).toBe('')
  expect(performance.now() - started).toBeLessThan(2000)
})

test('a short text is normalized; a long one stays unchanged, because sorting its combining marks would take seconds', () => {
  expect(normalize('e\u0301', 'NFC')).toBe('é')
  expect(normalize('ﬁ', 'NFKC')).toBe('fi')
  const marks = '\u0315\u0300'.repeat(30_000)
  expect(normalize(marks, 'NFKD')).toBe(marks)
})
