import { expect, test } from 'vitest'
import type { ListedTvChannel } from '#features/guide/shapes.ts'
import { isOutdated, findOnAir } from './on-air.ts'

const timeAt = (minutes: number) => Date.UTC(2026, 10, 23, 20, minutes)
const programme = (title: string, start: number, stop: number): NonNullable<ListedTvChannel['now']> => ({
  id: title,
  title,
  subtitle: null,
  category: null,
  poster: null,
  startTime: new Date(timeAt(start)).toISOString(),
  stopTime: new Date(timeAt(stop)).toISOString(),
})
const titles = (programmes: Parameters<typeof findOnAir>[0], minutes: number) => {
  const { current, coming } = findOnAir(programmes, timeAt(minutes))
  return [current?.title, coming?.title]
}

test('the next programme becomes current at its start; in a gap no programme is current', () => {
  const programmes = { now: programme('News', 0, 30), next: programme('Film', 40, 90) }
  expect(titles(programmes, 10)).toEqual(['News', 'Film'])
  expect(titles(programmes, 29)).toEqual(['News', 'Film'])
  expect(titles(programmes, 30)).toEqual([undefined, 'Film'])
  expect(titles(programmes, 40)).toEqual(['Film', undefined])
  expect(titles(programmes, 90)).toEqual([undefined, undefined])
  expect(titles({ now: null, next: null }, 10)).toEqual([undefined, undefined])
})

test('the loaded programmes are outdated once the current one has ended or the next one has begun', () => {
  const programmes = { now: programme('News', 0, 30), next: programme('Film', 40, 90) }
  expect([10, 29, 30, 40, 95].map((minutes) => isOutdated(programmes, timeAt(minutes)))).toEqual([false, false, true, true, true])
  expect(isOutdated({ now: null, next: null }, timeAt(10))).toBe(false)
})
