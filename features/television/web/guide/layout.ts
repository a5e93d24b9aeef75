/** What of the guide is in view, and where it stands: pure functions of how far it is scrolled. */
import { type Axis, minutesAt, type Span } from './axis.ts'

/** Rows that are there above and below those in view. */
const marginRows = 3
/** Minutes that are there before and after those in view. */
const marginMinutes = 45
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

/** A number that changes when a row has to be laid out for other times. */
export function stepAt(leftMinutes: number, row: number): number {
  return Math.floor(leftMinutes / stepMinutes + (row % phases) / phases)
}

/** The minutes that a row has to show at that step, for a view of so many minutes. */
export function minutesOfStep(step: number, row: number, viewMinutes: number): { from: number; to: number } {
  const left = (step - (row % phases) / phases) * stepMinutes
  return { from: left - marginMinutes, to: left + stepMinutes + viewMinutes + marginMinutes }
}

/** Minutes from which a cell has words worth keeping in view. */
const longMinutes = 25

/** Does a cell reach over the beginning of the view at some place of a step? Then its words stay in view. @param from of {@link minutesOfStep} */
export function reachesOverEdge(startMinutes: number, stopMinutes: number, from: number): boolean {
  const first = from + marginMinutes
  return startMinutes < first + stepMinutes && stopMinutes > first && stopMinutes - startMinutes >= longMinutes
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
