import { expect, test } from 'vitest'
import { genreName, genreNames } from './genres.ts'

test('a word that lists agree on is said as readers say it, whatever its case; other names stay', () => {
  expect(['MOVIES', 'news', 'Local & live', 'Sport 1'].map(genreName)).toEqual(['Films', 'News', 'Local & live', 'Sport 1'])
})

test('of two that would be called the same, each keeps its own name', () => {
  expect(genreNames(['Movies', 'Films', 'news', 'Music'])).toEqual(['Movies', 'Films', 'News', 'Music'])
})
