/** What of the guide is in view, and where it stands: pure functions of how far it is scrolled. */
import { type Axis, minutesAt, type Span } from './axis.ts'

/** In px, as large as the reader's letters ask for. */
export interface GuideSizes {
  readonly pxPerMinute: number
  readonly rowPx: number
  readonly whoPx: number
  readonly scalePx: number
}

/** Rows that are there above and below those in view. */
const marginRows = 3
/** Minutes that are there before and after those in view. */
const marginMinutes = 20
/** A row is laid out anew after so many minutes of scrolling, … */
const stepMinutes = 60
/** … and so many rows at different times: one frame never has all of them to do. */
const phases = 8
/** px between two cells. */
const gapPx = 6
/** px below which a cell has no room for a word. */
const wordlessPx = 34

export interface RowRange {
  readonly first: number
  /** Not included. */
  readonly end: number
}

/** The rows to draw. */
export function rowsInView(top: number, height: number, rowPx: number, count: number): RowRange {
  const first = Math.max(0, Math.floor(top / rowPx) - marginRows)
  return { first: Math.min(first, count), end: Math.min(count, Math.ceil((top + height) / rowPx) + marginRows) }
}

/** How many heads there are for rows to draw, wherever one is. */
export const headPlaces = (height: number, rowPx: number): number => Math.ceil(height / rowPx) + 1 + 2 * marginRows

/** The row whose head is in one of so many places: what leaves the view is what enters it, one after the other. -1: there is none. */
export function rowOfPlace(place: number, places: number, first: number, count: number): number {
  const row = first + ((((place - first) % places) + places) % places)
  return row < count ? row : -1
}

/** A number that changes when a row has to be laid out for other times. */
export function stepAt(leftMinutes: number, row: number): number {
  return Math.floor(leftMinutes / stepMinutes + (row % phases) / phases)
}

/** The minutes that a row has to show at that step, for a view of so many minutes. */
export function minutesOfStep(step: number, row: number, viewMinutes: number): { from: number; to: number } {
  const left = (step - (row % phases) / phases) * stepMinutes
  return { from: left - marginMinutes, to: left + stepMinutes + viewMinutes + marginMinutes }
}

/** px that words need: an end of a cell that is shorter has no use for them. */
const wordsPx = 72

interface CellBox {
  left: number
  width: number
}

/** px that the words of a cell stand behind its beginning, so that those of what began before the view begin with it. */
export function wordsOffset({ left, width }: CellBox, viewLeft: number): number {
  return left + width <= viewLeft ? 0 : Math.max(0, Math.round(Math.min(viewLeft - left, width - wordsPx)))
}

/** Has so little of a cell remained in view that only ends of its words could be there? */
export const isSpent = ({ left, width }: CellBox, viewLeft: number): boolean => left < viewLeft && left + width < viewLeft + wordsPx

/** Sizes of letters, as parts of a row's height. */
export const titleLetters = 14 / 68
export const smallLetters = 12 / 68

/** How wide letters are in general, and capitals and figures, and those that fill a square, by the size of the letters. */
const letterWidths = { small: 0.52, capital: 0.66, square: 1.05 } as const

/** May these words be wider than so many px? Reckoned, not measured: a little too much is no harm, as cells stand apart. */
export function mayExceed(words: string, letterPx: number, px: number): boolean {
  if (words.length * letterPx * letterWidths.small > px) return true
  let ems = 0
  for (let at = 0; at < words.length; at++) {
    const code = words.charCodeAt(at)
    ems += code >= 0x1100 ? letterWidths.square : code < 0x5b && code > 0x2f ? letterWidths.capital : letterWidths.small
  }
  return ems * letterPx > px
}

/** What is on, as far as its place goes. */
export interface Slot {
  /** ms since 1970. */
  readonly start: number
  readonly stop: number
}

/** Index of the first that ends after a time; they are in order and don't overlap. */
export function indexAfter(slots: readonly Slot[], time: number): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (slots[middle]!.stop <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** Those that are on within a span. */
export function slotsWithin<S extends Slot>(slots: readonly S[], { start, end }: Span): readonly S[] {
  const first = indexAfter(slots, start)
  let last = first
  while (last < slots.length && slots[last]!.start < end) last++
  return slots.slice(first, last)
}

/** Parts of a span in which nothing is known to be on. */
export function gapsWithin(slots: readonly Slot[], { start, end }: Span): readonly Slot[] {
  const gaps: Slot[] = []
  let from = start
  for (const slot of slotsWithin(slots, { start, end })) {
    if (slot.start > from) gaps.push({ start: from, stop: slot.start })
    from = slot.stop
  }
  return from < end ? [...gaps, { start: from, stop: end }] : gaps
}

export interface Box {
  readonly left: number
  readonly width: number
  /** There is no room for words. */
  readonly wordless: boolean
}

/** Where a cell stands, in px. */
export function boxOf(slot: Slot, axis: Axis, pxPerMinute: number): Box {
  const left = Math.max(0, minutesAt(axis, slot.start)) * pxPerMinute
  const right = minutesAt(axis, Math.min(slot.stop, axis.end)) * pxPerMinute
  const width = Math.max(2, right - left - gapPx)
  return { left, width, wordless: width < wordlessPx }
}

/** Where to scroll to, in px, so that a part is in view: not at all when it is. */
export function scrolledTo(from: number, view: number, start: number, end: number): number {
  if (start < from || end - start > view) return start
  return end > from + view ? end - view : from
}
