import { expect, test } from 'vitest'
import { genreName, genreNames } from './genres.ts'

test('a common group name is translated, ignoring case; other names stay', () => {
  expect(['MOVIES', 'news', 'Local & live', 'Sport 1'].map(genreName)).toEqual(['Films', 'News', 'Local & live', 'Sport 1'])
})

test('two names with equal translations are both kept', () => {
  expect(genreNames(['Movies', 'Films', 'news', 'Music'])).toEqual(['Movies', 'Films', 'News', 'Music'])
})
