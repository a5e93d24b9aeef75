import { expect, test } from 'vitest'
import { markWords } from './marks.ts'

/** Returns the text with marked parts in brackets. */
const formatMarks = (text: string, keyword: string) =>
  markWords(text, keyword)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

test.for([
  ['River fog', 'river', '[River] fog'],
  ['Along the stream, where the river starts', 'river stream', 'Along the [stream], where the [river] starts'],
  ['Driver', 'river', 'Driver'],
  ['Riverside', 'river', '[River]side'],
  ['Riverside', 'river low', 'Riverside'],
  ['The best of R.E.M. live', 'rem', 'The best of [R.E.M.] live'],
  ['R.E.M.', 'r.e.m.', '[R.E.M.]'],
  ['The river.', 'river', 'The [river].'],
  ['Spider-Man', 'spiderman', '[Spider-Man]'],
  ['Spider-Man', 'spider man', '[Spider-Man]'],
  ['Spider-Man', 'man', 'Spider-[Man]'],
  ['Spiderman', 'spider-man', '[Spiderman]'],
  ['Spider Man', 'spider-man', '[Spider] [Man]'],
  ['AC/DC', 'acdc', '[AC/DC]'],
  ['C++ for all', 'c++', '[C++] for all'],
  ['Café Müller', 'cafe muller', '[Café] [Müller]'],
  ['Cafe\u0301 au lait', 'café', '[Cafe\u0301] au lait'],
  ['Straße', 'strasse', '[Straße]'],
  ['Łódź', 'lodz', '[Łódź]'],
  ['Het water', 'HET', '[Het] water'],
  ['Fietsen langs de Leie', 'fiets', '[Fiets]en langs de Leie'],
  ['Lange boeken', 'boek lang', '[Lang]e [boeken]'],
  ['東京の夜', '東京', '[東京]の夜'],
  ['東京の夜', '京', '東[京]の夜'],
  ['24/7 live', '24/7', '[24/7] live'],
  ['Blender', 'blendre', 'Blender'],
  ['<b>river</b>', 'river', '<b>[river]</b>'],
  ['🎬 River 🎬', 'river', '🎬 [River] 🎬'],
  ['', 'river', ''],
  ['River', '', 'River'],
  ['River', '+++', 'River'],
] as const)('%s, searched by %s', ([text, keyword, expected]) => {
  expect(formatMarks(text, keyword)).toBe(expected)
  expect(
    markWords(text, keyword)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
