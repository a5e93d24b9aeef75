import { expect, test } from 'vitest'
import { axisAround, minuteMs } from './axis.ts'
import {
  cellBox,
  rangeToDraw,
  gapsWithin,
  coversView,
  indexAfter,
  isTitleHidden,
  scrollPositionToShow,
  slotsWithin,
  textOffset,
} from './layout.ts'
import { moveCursor, slotAt } from './cursor.ts'

const axis = axisAround(Date.parse('2026-11-20T12:00:00Z'), { back: 1, ahead: 1 })
/** A programme from one minute of the axis to another. */
const createProgramme = (from: number, to: number) => ({ start: axis.start + from * minuteMs, stop: axis.start + to * minuteMs })
const timeAt = (minutes: number) => axis.start + minutes * minuteMs
const span = (from: number, to: number) => ({ start: timeAt(from), end: timeAt(to) })

const range = (first: number, end: number) => ({ first, end })
const margins = { ahead: 12, behind: 5, threshold: 3 }
const draw = (drawn: Parameters<typeof rangeToDraw>[0], visibleRange: { first: number; end: number }) =>
  rangeToDraw(drawn, visibleRange, 2000, margins)
const drawnFor = (visibleRange: { first: number; end: number }) => draw({ ...range(0, 0), visibleRange: range(0, 0) }, visibleRange)

test.each([
  ['at the top', range(0, 10), range(0, 22)],
  ['after a leap', range(97, 107), range(92, 119)],
  ['at the end', range(1990, 2000), range(1985, 2000)],
  ['of none', range(0, 0), range(0, 12)],
])('the visible part is drawn, and some of the next: %s', (_, visibleRange, expected) => {
  expect(drawnFor(visibleRange)).toEqual({ visibleRange, ...expected })
})

test('more is drawn in the direction of scrolling', () => {
  const drawn = drawnFor(range(97, 107))
  expect(draw(drawn, range(93, 103))).toMatchObject(range(81, 108))
  expect(draw(drawn, range(109, 119))).toMatchObject(range(104, 131))
})

test('the drawn range stays until little of it is left, or at an end of the list', () => {
  const covers = (seen: { first: number; end: number }, drawnAt = range(97, 107)) =>
    coversView(drawnFor(drawnAt), seen, 2000, margins.threshold)
  const enough = Array.from({ length: 40 }, (_, index) => 80 + index).filter((index) => covers(range(index, index + 10)))
  expect([enough[0], enough.at(-1)]).toEqual([95, 106])
  expect(covers(range(0, 10), range(0, 10))).toBe(true)
  expect(covers(range(1990, 2000), range(1990, 2000))).toBe(true)
})

test('scrolling back by one, and on again, changes nothing', () => {
  const drawn = draw(drawnFor(range(97, 107)), range(107, 117))
  expect(coversView(drawn, range(106, 116), 2000, margins.threshold)).toBe(true)
})

test('the drawn range of one direction stays the same when the other is drawn again', () => {
  const drawn = drawnFor(range(97, 107))
  expect(draw(drawn, range(97, 107))).toBe(drawn)
})

const row = [createProgramme(0, 30), createProgramme(30, 90), createProgramme(120, 150)]

test.each([
  [-1, 0],
  [0, 0],
  [29, 0],
  [30, 1],
  [89, 1],
  [90, 2],
  [150, 3],
])('the first slot that ends after minute %i is found', (minute, expected) => {
  expect(indexAfter(row, timeAt(minute))).toBe(expected)
})

test('slots and gaps within a span are found', () => {
  expect(slotsWithin(row, span(30, 121))).toEqual([row[1], row[2]])
  expect(slotsWithin(row, span(90, 120))).toEqual([])
  expect(gapsWithin(row, span(-10, 200))).toEqual([createProgramme(-10, 0), createProgramme(90, 120), createProgramme(150, 200)])
  expect(gapsWithin([], span(0, 60))).toEqual([createProgramme(0, 60)])
  expect(gapsWithin(row, span(0, 90))).toEqual([])
})

test('a cell begins at its start; one that starts before the first day begins with that day', () => {
  expect(cellBox(createProgramme(60, 90), axis, 6)).toEqual({ left: 360, width: 174, isTextHidden: false })
  expect(cellBox(createProgramme(60, 62), axis, 6)).toEqual({ left: 360, width: 6, isTextHidden: true })
  expect(cellBox(createProgramme(60, 60.5), axis, 6).width).toBe(2)
  expect(cellBox(createProgramme(-60, 30), axis, 6)).toEqual({ left: 0, width: 174, isTextHidden: false })
})

test.each([
  ['it is in view', 100, 300, 150, 250, 100],
  ['it lies before', 100, 300, 50, 80, 50],
  ['it ends behind', 100, 300, 350, 450, 150],
  ['it is longer than the view', 100, 300, 350, 950, 350],
])('scrolls to the selected cell, when %s', (_, from, view, start, end, expected) => {
  expect(scrollPositionToShow(from, view, start, end)).toBe(expected)
})

const guide = { axis, rows: 3, pageRows: 2, slotsOf: (index: number) => (index === 1 ? [] : row) }
const minutes = (cursor: { row: number; time: number } | undefined) => cursor && [cursor.row, (cursor.time - axis.start) / minuteMs]

test.each([
  ['right', 0, 10, [0, 30]],
  ['right', 0, 30, [0, 90]],
  ['right', 0, 90, [0, 120]],
  ['right', 0, 149, [0, 150]],
  ['right', 0, 150, [0, 180]],
  ['left', 0, 45, [0, 0]],
  ['left', 0, 120, [0, 90]],
  ['left', 0, 95, [0, 30]],
  ['left', 0, 200, [0, 170]],
  ['left', 0, 10, undefined],
  ['right', 1, 60, [1, 90]],
  ['left', 1, 60, [1, 30]],
  ['up', 0, 60, undefined],
  ['up', 2, 60, [1, 60]],
  ['down', 1, 60, [2, 60]],
  ['down', 2, 60, undefined],
  ['pageDown', 0, 60, [2, 60]],
  ['pageUp', 2, 60, [0, 60]],
  ['first', 2, 60, [0, 60]],
  ['last', 0, 60, [2, 60]],
  ['last', 2, 60, undefined],
  ['right', 1, 3 * 1440 - 1, undefined],
] as const)('%s from row %i at minute %i', (move, index, minute, expected) => {
  expect(minutes(moveCursor({ row: index, time: timeAt(minute) }, move, guide))).toEqual(expected)
})

test.each([
  ['it begins in the view', 500, 300, 400, 0],
  ['it begins before the view', 300, 400, 400, 100],
  ['no more than a few words of it are in view', 300, 142, 400, 70],
  ['it is too short for words', 300, 70, 350, 0],
  ['it ended before the view', 100, 200, 900, 0],
])('words are at the edge of the view, when %s', (_, left, width, viewLeft, expected) => {
  expect(textOffset({ left, width }, viewLeft)).toBe(expected)
})

test.each([
  ['it begins in the view', 500, 40, 400, false],
  ['there is room for words', 300, 180, 400, false],
  ['the end of it is in view', 300, 150, 400, true],
  ['it ended before the view', 100, 200, 900, true],
])('words are hidden if only their ends would be visible: %s', (_, left, width, viewLeft, expected) => {
  expect(isTitleHidden({ left, width }, viewLeft)).toBe(expected)
})

test('the programme at a time is found', () => {
  expect(slotAt(row, timeAt(45))).toBe(row[1])
  expect(slotAt(row, timeAt(100))).toBeUndefined()
})
