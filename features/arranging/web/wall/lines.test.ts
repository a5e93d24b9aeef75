import { expect, test } from 'vitest'
import { splitIntoLines } from './lines.ts'

test.each([
  [[], []],
  [[0], [{ first: 0, length: 1 }]],
  [
    [0, 0, 0, 240, 240],
    [
      { first: 0, length: 3 },
      { first: 3, length: 2 },
    ],
  ],
])('splits items at %j into lines', (tops, lines) => {
  expect(splitIntoLines(tops)).toEqual(lines)
})
