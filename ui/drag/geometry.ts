/*
 * Pure geometry of dragging, in px. A list is a row or a column: only the starts and ends of its items
 * along its axis matter.
 */

export interface Point {
  x: number
  y: number
}
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
export interface Span {
  start: number
  end: number
}

/** A list that can be dragged over. */
export interface DropList {
  /** Item extents, in order. */
  spans: readonly Span[]
  /** Drops go between items, onto items, or both: onto the middle half, between elsewhere. */
  takes: 'between' | 'onto' | 'both'
  /** Index of the dragged item, if it comes from this list. */
  from: number | undefined
  /** Distance by which items move apart; where the original place closes, also the spacing of items. */
  gap: number
  /** Whether the original place closes; otherwise the item stays there until the drop. */
  closes: boolean
  /** For `both`: whether an item accepts drops. Default: all items do. */
  acceptsDropOnto?: ((index: number) => boolean) | undefined
}

/** A drop target: onto the item at `index`, or before the item at `index`, not counting the dragged item. */
export interface DropPosition {
  index: number
  onto: boolean
}

/** Binary search: returns how many leading numbers of 0 to `count` - 1 satisfy a predicate. */
function countWhile(count: number, satisfies: (index: number) => boolean): number {
  let from = 0
  let to = count
  while (from < to) {
    const middle = (from + to) >> 1
    if (satisfies(middle)) from = middle + 1
    else to = middle
  }
  return from
}

const middleOf = ({ start, end }: Span) => (start + end) / 2

/** Returns the index of the item at a coordinate, or -1. */
function itemAt({ spans, from }: DropList, coordinate: number): number {
  const index = countWhile(spans.length, (nth) => spans[nth]!.end < coordinate)
  const span = spans[index]
  return span && index !== from && coordinate >= span.start ? index : -1
}

/** Returns the number of places between items: one more than the items that stay. */
export const countGaps = ({ spans, from }: DropList): number => spans.length + (from === undefined ? 1 : 0)

/** Returns the place whose gap would open nearest to the coordinate of the dragged middle. */
function placeAt(list: DropList, coordinate: number): number {
  const { spans, from, gap, closes } = list
  if (!closes) {
    const index = countWhile(spans.length, (nth) => middleOf(spans[nth]!) < coordinate)
    return from !== undefined && index > from ? index - 1 : index
  }
  const isOwn = from !== undefined
  // The boundary between two gaps is the middle of the item between them, shifted by half a gap.
  const half = gap / 2
  return countWhile(countGaps(list) - 1, (nth) => {
    const isBehind = isOwn && nth >= from
    return middleOf(spans[isBehind ? nth + 1 : nth]!) - (isBehind ? gap : 0) + half < coordinate
  })
}

/**
 * For `both`: hit-tests the list as displayed, with its items moved apart. A shifted item is hit where it is seen, and an open gap
 * stays open while the pointer is in it.
 */
function visibleSpotAt(list: DropList, coordinate: number, parted: number | undefined): DropPosition {
  const { spans, from, closes, acceptsDropOnto } = list
  const gap = parted === undefined ? undefined : { index: parted, onto: false }
  const indexOf = (place: number) => (from !== undefined && place >= from ? place + 1 : place)
  const displayedSpan = (index: number): Span => {
    const shift = itemShift(list, index, gap)
    return { start: spans[index]!.start + shift, end: spans[index]!.end + shift }
  }
  // A dragged item that stays in place occupies space too.
  if (!closes && from !== undefined && coordinate >= displayedSpan(from).start && coordinate <= displayedSpan(from).end)
    return { index: from, onto: false }
  const place = countWhile(countGaps(list) - 1, (nth) => displayedSpan(indexOf(nth)).end < coordinate)
  const index = indexOf(place)
  if (index >= spans.length) return { index: place, onto: false }
  const { start, end } = displayedSpan(index)
  const takes = acceptsDropOnto?.(index) ?? true
  const margin = (end - start) * (takes ? 0.25 : 0.5)
  if (coordinate < start + margin) return { index: place, onto: false }
  return coordinate > end - margin || !takes ? { index: place + 1, onto: false } : { index, onto: true }
}

/**
 * Returns the target for a dragged middle at a coordinate; undefined when there is none.
 * @param parted for `both`: the currently open place
 */
export function dropPositionAt(list: DropList, coordinate: number, parted?: number): DropPosition | undefined {
  if (list.takes === 'both') return visibleSpotAt(list, coordinate, parted)
  const index = list.takes === 'between' ? -1 : itemAt(list, coordinate)
  if (index >= 0) return { index, onto: true }
  return list.takes === 'onto' ? undefined : { index: placeAt(list, coordinate), onto: false }
}

/** Returns an item's shift during a drag. @param spot in this list; undefined: elsewhere */
export function itemShift({ from, gap, closes }: DropList, index: number, spot: DropPosition | undefined): number {
  const place = spot && !spot.onto ? spot.index : undefined
  const isBehind = from !== undefined && index > from
  if (!closes) return place !== undefined && place !== from && (isBehind ? index - 1 : index) >= place + (index === from ? 1 : 0) ? gap : 0
  if (index === from) return 0
  const parts = place !== undefined && (isBehind ? index - 1 : index) >= place
  return (isBehind ? -gap : 0) + (parts ? gap : 0)
}

/** Returns the start of the gap at a place. */
export function gapStart({ spans, from, gap, closes }: DropList, place: number): number {
  const isBehind = from !== undefined && place >= from
  const item = spans[isBehind ? place + 1 : place]
  const back = isBehind && closes ? gap : 0
  if (item) return item.start - back
  const last = spans[isBehind ? place : place - 1]
  if (!last) return 0
  return closes ? last.start + gap - back : last.end
}

const distance = ({ left, top, right, bottom }: Box, { x, y }: Point) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))

/**
 * Returns the first zone that contains a point, else the nearest within reach.
 * @param boxOf called once per zone, topmost first
 * @param maxDistance px
 */
export function zoneAt<Z>(zones: readonly Z[], boxOf: (zone: Z) => Box, point: Point, maxDistance: number): Z | undefined {
  let nearest: Z | undefined
  let nearestAt = maxDistance
  for (const zone of zones) {
    const distancePx = distance(boxOf(zone), point)
    if (distancePx === 0) return zone
    if (distancePx < nearestAt) {
      nearest = zone
      nearestAt = distancePx
    }
  }
  return nearest
}

/** Width of the scrolling edge in px, and scroll speed at its end in px per second. */
const edgePx = 72
const maxSpeed = 1500
/** Doubling time of the scroll speed in ms, and its maximum factor. */
const doublingMs = 800
const maxFactor = 6

/** Returns the speed factor after the given ms at an edge. */
export const scrollFactor = (ms: number): number => Math.min(maxFactor, 1 + ms / doublingMs)

/**
 * Returns the scroll speed of a box from `start` to `end` in px per second, negative towards the start. It grows towards the
 * edge and stays at its maximum beyond it.
 */
export function scrollSpeed(coordinate: number, start: number, end: number): number {
  // Even in a low box, the middle doesn't scroll.
  const edge = Math.min(edgePx, (end - start) / 4)
  if (edge <= 0) return 0
  const depth = Math.max(start + edge - coordinate, 0, coordinate - (end - edge))
  const share = Math.min(1, depth / edge)
  const speed = Math.ceil(maxSpeed * share * share)
  return coordinate < (start + end) / 2 ? -speed : speed
}

/** Returns by how many px a span overflows its container; negative at the start. */
export const overflowPx = (start: number, end: number, from: number, to: number) => (start < from ? start - from : Math.max(0, end - to))

export const isSamePosition = (a: DropPosition, b: DropPosition) => a.index === b.index && a.onto === b.onto
