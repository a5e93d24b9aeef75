import { describe, expect, test } from 'vitest'
import {
  keywordTokens,
  isLongEnough,
  isSearchable,
  createSignatureMasks,
  otherSpellings,
  createSignature,
  findStem,
  tokenize,
} from './tokens.ts'

describe('a text has its words as tokens', () => {
  test.each([
    ['Spider-Man', ['spiderman', 'spider', 'man']],
    ['C++ in C# and F#', ['c++', 'c', 'in', 'c#', 'and', 'f#', 'f']],
    ['R.E.M.', ['rem']],
    ['AC/DC 24/7', ['acdc', 'ac', 'dc', '247', '24', '7']],
    ['The Who', ['the', 'who']],
    ['Wie is de Mol?', ['wie', 'is', 'de', 'mol']],
    ["fast n' loud", ['fast', 'n', 'loud']],
    ['Law & Order', ['law', 'order']],
    ['Łódź Rückkehr Straße København cafe\u0301', ['lodz', 'ruckkehr', 'strasse', 'kobenhavn', 'cafe']],
    ['ﬁne ＡＢＣ', ['fine', 'abc']],
    ['Canal+', ['canal+', 'canal']],
    ['50% off #tag @handle .NET', ['50', 'off', 'tag', 'handle', 'net']],
    ['Don’t', ['dont', 'don', 't']],
    ["L'été", ['lete', 'l', 'ete']],
    ['東京', ['東京', '東', '京']],
    ['東京2020', ['東京', '東', '京', '2020']],
    ['한국', ['한국', '한', '국']],
    ['🎬 Film', ['🎬', 'film']],
    ['* + "" :* - - -', []],
    ['x'.repeat(41), []],
    ['', []],
  ])('%s', (text, tokens) => expect(tokenize(text)).toEqual(tokens))
})

describe('a keyword has whole words as tokens', () => {
  test.each([
    ['spider-man', ['spiderman']],
    ['r.e.m.', ['rem']],
    ['C++', ['c++']],
    ['24/7', ['247']],
    ['東京タワー', ['東京', '京タ', 'タワ', 'ワー']],
    ['京', ['京']],
    ['water Water', ['water']],
    ['"open quote', ['open', 'quote']],
  ])('%s', (keyword, tokens) => expect(keywordTokens(keyword)).toEqual(tokens))
})

test.each([
  ['spider-man', [['spider', 'man']]],
  ['spider man', [['spiderman']]],
  ['spiderman', []],
  [
    'rise and fall',
    [
      ['rise', 'fall'],
      ['riseand', 'fall'],
      ['rise', 'andfall'],
    ],
  ],
  ['en nu', [['nu'], ['ennu']]],
])('other spellings of %s', (keyword, spellings) => expect(otherSpellings(keyword)).toEqual(spellings))

test.each([
  ['fiets', 'fietsen'],
  ['koe', 'koeien'],
  ['huis', 'huizen'],
  ['serie', 'series'],
  ['bal', 'ballen'],
  ['straat', 'straten'],
  ['brief', 'brieven'],
  ['train', 'trains'],
  ['bus', 'buses'],
  ['universities', 'university'],
])('%s and %s share a stem', (a, b) => expect([findStem(a), findStem(b)]).toEqual([findStem(a), findStem(a)]))

test('two letters are too few, unless they are Chinese, Japanese or Korean, or a letter with a sign', () => {
  expect(['ab', ' ab ', 'abc', '京', ''].map(isLongEnough)).toEqual([false, false, true, true, false])
  // Two characters in four code units.
  expect(['🎬🎬', 'e\u0301e\u0301', '🎬🎬🎬'].map(isLongEnough)).toEqual([false, false, true])
  expect(['C#', ' f# ', 'é+', '++', '#c', '%', 'a%'].map(isLongEnough)).toEqual([true, true, true, false, false, false, false])
})

test('symbols alone find nothing', () => {
  expect(['***', '% + #', 'x'.repeat(41), '', 'C#', '🎬', '100%'].map(isSearchable)).toEqual([false, false, false, false, true, true, true])
})

test('a hostile text is split in limited time', () => {
  const startMs = performance.now()
  for (const text of ["-.'/&@$%".repeat(20_000), 'a-'.repeat(50_000), '東'.repeat(50_000), '\u0301'.repeat(50_000)])
    expect(tokenize(text).length).toBeLessThanOrEqual(64)
  expect(performance.now() - startMs).toBeLessThan(2000)
})

test('a signature has the bits of each word, and of each beginning of three letters', () => {
  const text = tokenize('Universities of Ghent, 東京タワー, AC/DC and Łódź')
  const signature = BigInt(createSignature(text))
  const matches = (token: string, isBeginning: boolean, words: string[] = []) => {
    const { mask, pairs } = createSignatureMasks(token, isBeginning, words)
    return (BigInt(mask) & signature) !== 0n && pairs.some((pair) => (BigInt(pair) & signature) === BigInt(pair))
  }
  for (const word of text)
    for (let letters = 1; letters <= word.length; letters++)
      expect([word.slice(0, letters), matches(word.slice(0, letters), true)]).toEqual([word.slice(0, letters), true])
  expect([signature < 0n, matches('nowhere', false, ['ghent']), matches('nowhere', false)]).toEqual([true, true, false])
})

test('few word beginnings that are not in a text of ten words pass its signature', () => {
  const signature = BigInt(createSignature('the garden of a castle with wolves and singing people'.split(' ')))
  const letters = 'bcfhjklmnpqr'.split('')
  const absentBeginnings = letters.flatMap((letter) => letters.flatMap((other) => [`${letter}u${other}`, `${letter}y${other}`]))
  const passing = absentBeginnings
    .flatMap((word) => createSignatureMasks(word, false, []).pairs)
    .filter((pair) => (BigInt(pair) & signature) === BigInt(pair))
  expect(passing.length / absentBeginnings.length).toBeLessThan(0.12)
})
