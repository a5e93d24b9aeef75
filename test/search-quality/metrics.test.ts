import { expect, test } from 'vitest'
import { ndcg, qualityOf, reciprocalRank } from './metrics.ts'

test('NDCG of a textbook example', () => {
  // 7/1 + 3/1.585 + 7/2 + 0 + 1/2.585 + 3/2.807 = 13.848, of at most 14.595.
  expect(ndcg([3, 2, 3, 0, 1, 2], [3, 2, 3, 0, 1, 2])).toBeCloseTo(0.948_81, 5)
})

test('NDCG is 1 for the best order, less for others, and 0 if no result answers the query', () => {
  expect(ndcg([3, 2, 1], [1, 2, 3])).toBe(1)
  expect(ndcg([3, 2, 1, 0, 0], [1, 2, 3])).toBe(1)
  expect(ndcg([1, 2, 3], [1, 2, 3])).toBeLessThan(0.8)
  expect(ndcg([0, 3], [3])).toBeCloseTo(1 / Math.log2(3))
  expect([ndcg([0, 0], [3]), ndcg([], [3])]).toEqual([0, 0])
})

test('NDCG counts missing results, and only ten', () => {
  expect(ndcg([3], [3, 3])).toBeCloseTo(1 / (1 + 1 / Math.log2(3)))
  expect(ndcg([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3], [3])).toBe(0)
  expect(ndcg(Array<number>(10).fill(3), Array<number>(12).fill(3))).toBe(1)
})

test('the reciprocal rank is that of the first good result', () => {
  expect([[3], [0, 2], [1, 0, 0, 3], [1, 1], []].map(reciprocalRank)).toEqual([1, 1 / 2, 1 / 4, 0, 0])
})

test('the quality of several queries is their mean', () => {
  const measured = [
    { grades: [3], all: [3] },
    { grades: [0, 3], all: [3] },
    { grades: [], all: [2] },
    { grades: [0], all: [2] },
  ]
  expect(qualityOf(measured)).toEqual({ queries: 4, ndcg: (1 + 1 / Math.log2(3)) / 4, mrr: 0.375, zeroHitRate: 0.25 })
})
