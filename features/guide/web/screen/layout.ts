/** The layout of the guide: pure functions of the scroll position. */
import { type Axis, minutesAt, type Span } from './axis.ts'

/** Sizes in px, which grow with the font size. */
export interface GuideSizes {
  readonly pxPerMinute: number
  readonly rowPx: number
  readonly channelColumnPx: number
  readonly scalePx: number
}

/** Gap between two cells in px. */
const gapPx = 6
/** Cells narrower than this many px show no text. */
const minWidthWithTextPx = 34

/** Indexes of rows, or of half hours. */
export interface Range {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}
export interface DrawnRange extends Range {
  /** The range that was visible when this range was drawn. */
  readonly visibleRange: Range
}

/** How far drawing extends beyond the visible part. */
export interface Margins {
  /** Rows or half hours in the direction of scrolling. */
  readonly ahead: number
  /** Rows or half hours in the opposite direction. More than `threshold`, so that scrolling back and forth by one draws nothing new. */
  readonly behind: number
  /** If fewer rows or half hours than this are left in the direction of scrolling, the next range is drawn. */
  readonly threshold: number
}

/** Whether the drawn range extends far enough beyond the visible part. */
export function coversView(drawn: DrawnRange, visibleRange: Range, count: number, threshold: number): boolean {
  const isBackward = visibleRange.first < drawn.visibleRange.first
  return (
    drawn.first <= Math.max(0, visibleRange.first - (isBackward ? threshold : 0)) &&
    drawn.end >= Math.min(count, visibleRange.end + (isBackward ? 0 : threshold))
  )
}

/** Returns the range to draw for a visible range. */
export function rangeToDraw(drawn: DrawnRange, visibleRange: Range, count: number, { ahead, behind, threshold }: Margins): DrawnRange {
  if (visibleRange.first === drawn.visibleRange.first && coversView(drawn, visibleRange, count, threshold)) return drawn
  const [before, after] = visibleRange.first < drawn.visibleRange.first ? [ahead, behind] : [behind, ahead]
  return { visibleRange: visibleRange, first: Math.max(0, visibleRange.first - before), end: Math.min(count, visibleRange.end + after) }
}

/** Minimum width of a text in px. A narrower visible part of a cell can't show its text. */
const minTextWidthPx = 72

interface CellBox {
  left: number
  width: number
}

/** Returns the offset of a cell's text in px, with which a cut-off cell shows its text at the edge of the view. */
export function textOffset({ left, width }: CellBox, viewLeft: number): number {
  return left + width <= viewLeft ? 0 : Math.max(0, Math.round(Math.min(viewLeft - left, width - minTextWidthPx)))
}

/** Whether the visible part of a cell is too narrow for its text. */
export const isTitleHidden = ({ left, width }: CellBox, viewLeft: number): boolean =>
  left < viewLeft && left + width < viewLeft + minTextWidthPx

/** A time span of a programme. */
export interface ProgrammeTimes {
  /** Milliseconds since 1970. */
  readonly start: number
  readonly stop: number
}

/** Returns the index of the first slot that ends after a time. Slots are sorted and don't overlap. */
export function indexAfter(slots: readonly ProgrammeTimes[], time: number): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (slots[middle]!.stop <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the slots that overlap a span. */
export function slotsWithin<S extends ProgrammeTimes>(slots: readonly S[], { start, end }: Span): readonly S[] {
  const first = indexAfter(slots, start)
  let last = first
  while (last < slots.length && slots[last]!.start < end) last++
  return slots.slice(first, last)
}

/** Returns the gaps without slots in a span. */
export function gapsWithin(slots: readonly ProgrammeTimes[], { start, end }: Span): readonly ProgrammeTimes[] {
  const gaps: ProgrammeTimes[] = []
  let from = start
  for (const slot of slotsWithin(slots, { start, end })) {
    if (slot.start > from) gaps.push({ start: from, stop: slot.start })
    from = slot.stop
  }
  return from < end ? [...gaps, { start: from, stop: end }] : gaps
}

export interface CellPosition {
  readonly left: number
  readonly width: number
  /** Whether the cell is too narrow for text. */
  readonly isTextHidden: boolean
}

/** Returns the position of a cell in px. */
export function cellBox(slot: ProgrammeTimes, axis: Axis, pxPerMinute: number): CellPosition {
  const left = Math.max(0, minutesAt(axis, slot.start)) * pxPerMinute
  const right = minutesAt(axis, Math.min(slot.stop, axis.end)) * pxPerMinute
  const width = Math.max(2, right - left - gapPx)
  return { left, width, isTextHidden: width < minWidthWithTextPx }
}

/** Returns the scroll position in px at which a part is visible. If the part is visible already, that is the current position. */
export function scrollPositionToShow(from: number, view: number, start: number, end: number): number {
  if (start < from || end - start > view) return start
  return end > from + view ? end - view : from
}
