/** What of the guide is in view, and where it stands: pure functions of how far it is scrolled. */
import { type Axis, minutesAt, type Span } from './axis.ts'

/** In px, as large as the reader's letters ask for. */
export interface GuideSizes {
  readonly pxPerMinute: number
  readonly rowPx: number
  readonly whoPx: number
  readonly scalePx: number
}

/** px between two cells. */
const gapPx = 6
/** px below which a cell has no room for a word. */
const wordlessPx = 34

/** Indexes of rows, or of half hours. */
export interface Range {
  readonly first: number
  /** Not included. */
  readonly end: number
}
export interface DrawnRange extends Range {
  /** What was in view when it was drawn. */
  readonly seen: Range
}

/** How far a range is drawn beyond what is in view. */
export interface Margins {
  /** In the direction of scrolling. */
  readonly ahead: number
  /** In the other one. Larger than `near`: scrolling back and forth by one changes nothing. */
  readonly behind: number
  /** The next range is drawn as soon as fewer are left in the direction of scrolling. */
  readonly near: number
}

/** Is enough drawn beyond what is in view? */
export function holds(drawn: DrawnRange, seen: Range, count: number, near: number): boolean {
  const isBack = seen.first < drawn.seen.first
  return drawn.first <= Math.max(0, seen.first - (isBack ? near : 0)) && drawn.end >= Math.min(count, seen.end + (isBack ? 0 : near))
}

/** Returns the range to draw for what is in view. */
export function drawAhead(drawn: DrawnRange, seen: Range, count: number, { ahead, behind, near }: Margins): DrawnRange {
  if (seen.first === drawn.seen.first && holds(drawn, seen, count, near)) return drawn
  const [before, after] = seen.first < drawn.seen.first ? [ahead, behind] : [behind, ahead]
  return { seen, first: Math.max(0, seen.first - before), end: Math.min(count, seen.end + after) }
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
