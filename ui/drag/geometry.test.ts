import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gapStart, type DropList, countGaps, scrollFactor, scrollSpeed, itemShift, dropPositionAt, zoneAt } from './geometry.ts'

/** Returns a list of items of 100 px, 20 px apart. */
const row = (count: number, overrides: Partial<DropList> = {}): DropList => ({
  spans: Array.from({ length: count }, (_, index) => ({ start: index * 120, end: index * 120 + 100 })),
  takes: 'between',
  from: undefined,
  gap: 120,
  closes: true,
  ...overrides,
})
const positionBefore = (index: number) => ({ index, onto: false })
const positionOnto = (index: number) => ({ index, onto: true })

describe('the place in a row', () => {
  test('is the nearest gap', () => {
    const list = row(3)
    expect([-500, 50, 105, 111, 170, 900].map((at) => dropPositionAt(list, at)!.index)).toEqual([0, 0, 0, 1, 1, 3])
  })

  test('ignores the dragged item in its own row', () => {
    const list = row(4, { from: 1 })
    // At 170, the item is over its own place. The other three items have four places, from 0 to 3.
    expect(dropPositionAt(list, 170)).toEqual(positionBefore(1))
    expect(dropPositionAt(list, 50)).toEqual(positionBefore(0))
    expect(dropPositionAt(list, 900)).toEqual(positionBefore(3))
    expect(countGaps(list)).toBe(4)
    expect(countGaps(row(4))).toBe(5)
  })

  test('is the first in a row without items', () => {
    expect(dropPositionAt(row(0), 300)).toEqual(positionBefore(0))
    expect(dropPositionAt(row(1, { from: 0 }), 300)).toEqual(positionBefore(0))
  })

  test('comes after the dragged item where items stay until the drop', () => {
    const list = row(4, { from: 1, closes: false })
    expect([0, 60, 180, 300, 500].map((at) => dropPositionAt(list, at)!.index)).toEqual([0, 1, 1, 2, 3])
  })
})

describe('a drop onto an item', () => {
  test('hits anywhere on an item, except the dragged one', () => {
    const list = row(3, { takes: 'onto', from: 2 })
    expect(dropPositionAt(list, 5)).toEqual(positionOnto(0))
    expect(dropPositionAt(list, 110)).toBeUndefined()
    expect(dropPositionAt(list, 290)).toBeUndefined()
  })

  test('hits the middle half in lists that also accept drops between items', () => {
    const list = row(3, { takes: 'both' })
    expect(dropPositionAt(list, 50)).toEqual(positionOnto(0))
    expect(dropPositionAt(list, 10)).toEqual(positionBefore(0))
    expect(dropPositionAt(list, 90)).toEqual(positionBefore(1))
    expect(dropPositionAt(list, 110)).toEqual(positionBefore(1))
    expect(dropPositionAt(list, 130)).toEqual(positionBefore(1))
    // Among items that accept no drops, each half of an item is a place.
    const closedRow = row(3, { takes: 'both', acceptsDropOnto: () => false })
    expect([49, 51].map((at) => dropPositionAt(closedRow, at))).toEqual([positionBefore(0), positionBefore(1)])
  })

  test('hits items where they are displayed, and keeps a gap open while the pointer is in it', () => {
    const lists = fc.record({ count: fc.integer({ min: 1, max: 30 }), from: fc.option(fc.nat()), at: fc.integer({ min: -200, max: 4200 }) })
    fc.assert(
      fc.property(lists, fc.nat(), ({ count, from, at }, gapAt) => {
        const list = row(count, { takes: 'both', from: from === null ? undefined : from % count })
        const parted = gapAt % countGaps(list)
        const start = gapStart(list, parted)
        for (const px of [start + 1, start + 50, start + 99]) expect(dropPositionAt(list, px, parted)).toEqual(positionBefore(parted))
        for (let index = 0; index < count; index++) {
          if (index === list.from) continue
          const middle = list.spans[index]!.start + itemShift(list, index, positionBefore(parted)) + 50
          expect(dropPositionAt(list, middle, parted)).toEqual(positionOnto(index))
        }
        // After items have moved apart, the same position must give the same place, or the items would flicker.
        const first = dropPositionAt(list, at, parted)!
        if (!first.onto) expect(dropPositionAt(list, at, first.index)).toEqual(first)
      }),
    )
  })
})

describe('neighbours move apart', () => {
  const shifts = (list: DropList, position?: { index: number; onto: boolean }) =>
    list.spans.map((_, index) => itemShift(list, index, position))

  test('in another row', () => {
    expect(shifts(row(3), positionBefore(1))).toEqual([0, 120, 120])
    expect(shifts(row(3))).toEqual([0, 0, 0])
    expect(shifts(row(3, { takes: 'both' }), positionOnto(1))).toEqual([0, 0, 0])
  })

  test('in the own row, whose original place closes', () => {
    const list = row(4, { from: 1 })
    expect(shifts(list, positionBefore(1))).toEqual([0, 0, 0, 0])
    expect(shifts(list, positionBefore(3))).toEqual([0, 0, -120, -120])
    expect(shifts(list, positionBefore(0))).toEqual([120, 0, 0, 0])
    expect(shifts(list)).toEqual([0, 0, -120, -120])
  })

  test('in a row whose items stay until the drop', () => {
    const list = row(4, { from: 1, closes: false, gap: 60 })
    expect(shifts(list, positionBefore(1))).toEqual([0, 0, 0, 0])
    expect(shifts(list, positionBefore(3))).toEqual([0, 0, 0, 0])
    expect(shifts(list, positionBefore(2))).toEqual([0, 0, 0, 60])
    expect(shifts(list, positionBefore(0))).toEqual([60, 60, 60, 60])
  })
})

test('items never overlap and the open gap is empty, for all drags', () => {
  const lists = fc.record({
    count: fc.integer({ min: 0, max: 30 }),
    own: fc.boolean(),
    from: fc.nat(),
    at: fc.integer({ min: -500, max: 5000 }),
  })
  fc.assert(
    fc.property(lists, ({ count, own, from, at }) => {
      const list = row(count, { from: own && count > 0 ? from % count : undefined })
      const position = dropPositionAt(list, at)!
      expect(position.index).toBeLessThan(countGaps(list))
      const start = gapStart(list, position.index)
      const spans = list.spans
        .flatMap((span, index) => (index === list.from ? [] : [span.start + itemShift(list, index, position)]))
        .concat(start)
        .sort((a, b) => a - b)
      spans.forEach((span, index) => expect(span).toBe(index * 120))
      // The gap of the returned place must be the nearest of all gaps.
      const distanceTo = (place: number) => Math.abs(gapStart(list, place) + 60 - at)
      for (let place = 0; place < countGaps(list); place++) expect(distanceTo(position.index)).toBeLessThanOrEqual(distanceTo(place) + 20)
    }),
  )
})

test('finds the topmost zone, else the nearest within reach', () => {
  const boxes = { head: box(0, 40), row: box(40, 200), next: box(240, 400) }
  const zones = Object.keys(boxes) as (keyof typeof boxes)[]
  const zoneAtY = (y: number) => zoneAt(zones, (zone) => boxes[zone], { x: 50, y }, 24)
  expect([10, 40, 120, 210, 225, 239, 420, 440].map(zoneAtY)).toEqual(['head', 'head', 'row', 'row', 'next', 'next', 'next', undefined])
})
const box = (top: number, bottom: number) => ({ left: 0, right: 100, top, bottom })

test('scrolls faster nearer to either edge, and not in the middle', () => {
  const speeds = [800, 790, 760, 729, 400, 71, 40, 10, 0].map((at) => scrollSpeed(at, 0, 800))
  expect(speeds).toEqual(speeds.map((_, index) => -speeds.at(-1 - index)! || 0))
  expect([...speeds].sort((a, b) => b - a)).toEqual(speeds)
  expect(speeds[4]).toBe(0)
  expect(scrollSpeed(-400, 0, 800)).toBe(scrollSpeed(0, 0, 800))
  expect(scrollSpeed(10, 0, 0)).toBe(0)
  expect(scrollSpeed(30, 0, 60)).toBe(0)
  // Scrolling gets faster with time, up to a limit.
  expect([0, 800, 1600, 60_000].map(scrollFactor)).toEqual([1, 2, 3, 6])
})
