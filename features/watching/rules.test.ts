import { expect, test } from 'vitest'
import { clampPosition, progressFraction, isWatched, resumePosition } from './rules.ts'

test.each<[position: number, duration: number | null, watched: boolean, from: number | undefined]>([
  [754, 2530, false, 754],
  [754, null, false, 754],
  [4, 2530, false, undefined],
  [754, 2530, true, undefined],
  [2500, 2530, false, undefined],
  [30, 33, false, undefined],
  [0, null, false, undefined],
])('at %d of %d s, watched %s, resumes from %s', (position, duration, watched, from) =>
  expect(resumePosition({ position, duration, watched })).toBe(from),
)

test('a position is limited to the duration, and 95 % counts as watched', () => {
  expect(clampPosition({ position: 90, duration: 60 })).toBe(60)
  expect(clampPosition({ position: 90, duration: null })).toBe(90)
  expect([progressFraction({ position: 30, duration: 60 }), progressFraction({ position: 30, duration: null })]).toEqual([0.5, undefined])
  expect([94, 95].map((position) => isWatched({ position, duration: 100 }))).toEqual([false, true])
  expect(isWatched({ position: 90, duration: null })).toBe(false)
})
