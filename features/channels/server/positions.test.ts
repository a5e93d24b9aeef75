import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reorder } from '../rules.ts'
import { positionsBetween, positionGap, planOrder, type PositionedItem } from './positions.ts'

const isAscending = (values: readonly number[]) => values.every((value, index) => index === 0 || values[index - 1]! < value)

test('positions between two neighbours are in order', () => {
  const position = fc.integer({ min: -(2 ** 40), max: 2 ** 40 })
  fc.assert(
    fc.property(position, fc.integer({ min: 1, max: 2 ** 30 }), fc.integer({ min: 1, max: 50 }), (before, distance, count) => {
      const after = before + distance
      const places = positionsBetween(before, after, count)
      if (distance <= count) expect(places).toBeUndefined()
      else expect(isAscending([before, ...places!, after])).toBe(true)
    }),
  )
})

test('there is always room at the ends and in an empty container', () => {
  expect(positionsBetween(undefined, undefined, 2)).toEqual([positionGap, 2 * positionGap])
  expect(positionsBetween(5, undefined, 2)).toEqual([5 + positionGap, 5 + 2 * positionGap])
  expect(positionsBetween(undefined, 5, 2)).toEqual([5 - 2 * positionGap, 5 - positionGap])
})

/** Items at ascending positions, and a new order for them. */
const shuffledPositions = fc
  .uniqueArray(fc.integer({ min: 0, max: 5000 }), { maxLength: 60 })
  .map((positions) => positions.toSorted((a, b) => a - b).map((position, index): PositionedItem => ({ id: `id${index}`, position })))
  .chain((order) => fc.shuffledSubarray(order, { minLength: order.length }))

/** Computes the length by a simple quadratic algorithm, to verify the fast one. */
function lengthOfLongestRise(values: readonly number[]): number {
  const best: number[] = []
  values.forEach((value, index) => {
    best[index] = 1 + Math.max(0, ...values.slice(0, index).map((earlier, index) => (earlier < value ? best[index]! : 0)))
  })
  return Math.max(0, ...best)
}

test('a new order is reached with the minimum of writes', () => {
  fc.assert(
    fc.property(shuffledPositions, (order) => {
      const moves = new Map(planOrder(order).map(({ id, position }) => [id, position]))
      const after = order.map(({ id, position }) => moves.get(id) ?? position)
      expect(isAscending(after)).toBe(true)
      const isRenumbered = after.every((position, index) => position === (index + 1) * positionGap)
      if (!isRenumbered) expect(moves.size).toBe(order.length - lengthOfLongestRise(order.map(({ position }) => position)))
    }),
  )
})

test('a single move writes one row', () => {
  const items = [1, 2, 3, 4].map((n) => ({ id: `id${n}`, position: n * positionGap }))
  const [first, second, third, fourth] = items as [PositionedItem, PositionedItem, PositionedItem, PositionedItem]
  expect(planOrder([second, third, first, fourth])).toEqual([{ id: 'id1', position: 3.5 * positionGap }])
  expect(planOrder([fourth, first, second, third])).toEqual([{ id: 'id4', position: 0 }])
  expect(planOrder(items)).toEqual([])
})

test('2,000 moves among 1,000 items, all to one place or random, rarely renumber', () => {
  const moves = fc.array(fc.tuple(fc.nat(999), fc.nat(999)), { minLength: 2000, maxLength: 2000 })
  const toOnePlace = Array.from({ length: 2000 }, (_, turn): [number, number] => [500 + (turn % 500), 500])
  fc.assert(
    fc.property(fc.oneof(moves, fc.constant(toOnePlace)), (moves) => {
      let positions = positionsBetween(undefined, undefined, 1000)!
      let renumberings = 0
      for (const [from, to] of moves) {
        const others = positions.toSpliced(from, 1)
        let place = positionsBetween(others[to - 1], others[to])
        if (!place) {
          renumberings++
          const numbered = Array.from({ length: 1000 }, (_, index) => (index + 1) * positionGap).toSpliced(from, 1)
          place = positionsBetween(numbered[to - 1], numbered[to])!
          positions = numbered.toSpliced(to, 0, ...place)
        } else positions = others.toSpliced(to, 0, ...place)
      }
      expect(isAscending(positions)).toBe(true)
      // At worst, every twentieth move renumbers.
      expect(renumberings).toBeLessThanOrEqual(moves.length / 20)
      expect(Math.max(...positions.map(Math.abs))).toBeLessThan(Number.MAX_SAFE_INTEGER)
    }),
    { numRuns: 3, examples: [[toOnePlace]] },
  )
})

test('a used-up gap renumbers all items', () => {
  const order = [
    { id: 'a', position: 1 },
    { id: 'z', position: 9 },
    { id: 'b', position: 2 },
  ]
  expect(planOrder(order)).toEqual([
    { id: 'a', position: positionGap },
    { id: 'z', position: 2 * positionGap },
    { id: 'b', position: 3 * positionGap },
  ])
})

test('unnamed items stay after their predecessor', () => {
  expect(reorder(['a', 'b', 'c', 'd', 'e'], ['d', 'b'])).toEqual(['a', 'd', 'e', 'b', 'c'])
  expect(reorder(['a', 'b'], [])).toEqual(['a', 'b'])
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(), { maxLength: 30 }).chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all))),
      ([all, subset]) => {
        const order = reorder(all, subset)
        expect(new Set(order)).toEqual(new Set(all))
        expect(order).toHaveLength(all.length)
        expect(order.filter((item) => subset.includes(item))).toEqual(subset)
        for (const [index, item] of all.entries()) if (!subset.includes(item)) expect(order[order.indexOf(item) - 1]).toBe(all[index - 1])
      },
    ),
  )
})
