/* Geometry of dragging, in px. A list is a row or a column, of which only the starts and ends of its items along its axis matter. */

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
  /** Start and end of each item, in order. */
  spans: readonly Span[]
  /**
   * Drops go between items, onto items, or both. With `both`, a drop over the middle half of an item goes onto the item, and over its outer
   * quarters between items.
   */
  takes: 'between' | 'onto' | 'both'
  /** Index of the dragged item; undefined if it comes from another list. */
  from: number | undefined
  /** Distance in px by which items move apart. If the original place closes, this is also the distance between the starts of two items. */
  gap: number
  /** True if the original place closes during the drag. If false, the item stays there until the drop. */
  closes: boolean
  /** For `both`: whether an item accepts drops. Default: all items do. */
  acceptsDropOnto?: ((index: number) => boolean) | undefined
}

/** A drop target: onto the item at `index`, or before it. Indexes don't count the dragged item. */
export interface DropPosition {
  index: number
  onto: boolean
}

/**
 * Returns how many of the numbers from 0 to `count` - 1 satisfy a condition. Numbers that satisfy it must come first, because the search is
 * binary.
 */
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

/** Returns the number of gaps for a drop, including both ends. The dragged item doesn't count. */
export const countGaps = ({ spans, from }: DropList): number => spans.length + (from === undefined ? 1 : 0)

/** Returns the place whose gap would open nearest to the middle of the dragged item. */
function placeAt(list: DropList, coordinate: number): number {
  const { spans, from, gap, closes } = list
  if (!closes) {
    const index = countWhile(spans.length, (nth) => middleOf(spans[nth]!) < coordinate)
    return from !== undefined && index > from ? index - 1 : index
  }
  const isOwn = from !== undefined
  // Halfway between two gaps is the middle of the item between them, plus half a gap.
  const half = gap / 2
  return countWhile(countGaps(list) - 1, (nth) => {
    const isBehind = isOwn && nth >= from
    return middleOf(spans[isBehind ? nth + 1 : nth]!) - (isBehind ? gap : 0) + half < coordinate
  })
}

/**
 * For `both`: returns the target in the list as displayed, with items moved apart. A shifted item is hit where the user sees it, and a gap
 * stays open while the pointer is in it.
 */
function visiblePositionAt(list: DropList, coordinate: number, parted: number | undefined): DropPosition {
  const { spans, from, closes, acceptsDropOnto } = list
  const gap = parted === undefined ? undefined : { index: parted, onto: false }
  const indexOf = (place: number) => (from !== undefined && place >= from ? place + 1 : place)
  const displayedSpan = (index: number): Span => {
    const shift = itemShift(list, index, gap)
    return { start: spans[index]!.start + shift, end: spans[index]!.end + shift }
  }
  // The dragged item itself is a target too, if it stays in its place during the drag.
  if (!closes && from !== undefined && coordinate >= displayedSpan(from).start && coordinate <= displayedSpan(from).end)
    return { index: from, onto: false }
  const place = countWhile(countGaps(list) - 1, (nth) => displayedSpan(indexOf(nth)).end < coordinate)
  const index = indexOf(place)
  if (index >= spans.length) return { index: place, onto: false }
  const { start, end } = displayedSpan(index)
  const acceptsDrop = acceptsDropOnto?.(index) ?? true
  const margin = (end - start) * (acceptsDrop ? 0.25 : 0.5)
  if (coordinate < start + margin) return { index: place, onto: false }
  return coordinate > end - margin || !acceptsDrop ? { index: place + 1, onto: false } : { index, onto: true }
}

/**
 * Returns the target at a coordinate, which is that of the dragged item's middle or of the pointer; undefined if there is none.
 * @param parted for `both`: the place whose gap is open
 */
export function dropPositionAt(list: DropList, coordinate: number, parted?: number): DropPosition | undefined {
  if (list.takes === 'both') return visiblePositionAt(list, coordinate, parted)
  const index = list.takes === 'between' ? -1 : itemAt(list, coordinate)
  if (index >= 0) return { index, onto: true }
  return list.takes === 'onto' ? undefined : { index: placeAt(list, coordinate), onto: false }
}

/** Returns how far an item is shifted during a drag. @param position the target; undefined if it isn't in this list */
export function itemShift({ from, gap, closes }: DropList, index: number, position: DropPosition | undefined): number {
  const place = position && !position.onto ? position.index : undefined
  const isBehind = from !== undefined && index > from
  if (!closes) return place !== undefined && place !== from && (isBehind ? index - 1 : index) >= place + (index === from ? 1 : 0) ? gap : 0
  if (index === from) return 0
  const movesApart = place !== undefined && (isBehind ? index - 1 : index) >= place
  return (isBehind ? -gap : 0) + (movesApart ? gap : 0)
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

const distanceToBox = ({ left, top, right, bottom }: Box, { x, y }: Point) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))

/**
 * Returns the first zone that contains a point, or else the nearest within `maxDistance`.
 * @param boxOf called once per zone, the topmost first
 * @param maxDistance in px
 */
export function zoneAt<Z>(zones: readonly Z[], boxOf: (zone: Z) => Box, point: Point, maxDistance: number): Z | undefined {
  let nearest: Z | undefined
  let nearestAt = maxDistance
  for (const zone of zones) {
    const distancePx = distanceToBox(boxOf(zone), point)
    if (distancePx === 0) return zone
    if (distancePx < nearestAt) {
      nearest = zone
      nearestAt = distancePx
    }
  }
  return nearest
}

/** Width in px of the edge in which the page scrolls, and the speed at its end in px per second. */
const edgePx = 72
const maxPxPerSecond = 1500
/** The scroll speed doubles after this time in ms, up to a maximum factor. */
const doublingMs = 800
const maxSpeedFactor = 6

/** Returns the factor of the speed after this many ms at an edge. */
export const scrollFactor = (ms: number): number => Math.min(maxSpeedFactor, 1 + ms / doublingMs)

/**
 * Returns the scroll speed in px per second for a box from `start` to `end`; negative towards `start`. The speed grows towards the edge,
 * and beyond the edge has its maximum.
 */
export function scrollSpeed(coordinate: number, start: number, end: number): number {
  // At most a quarter of the box, so that in a small box the middle doesn't scroll.
  const edge = Math.min(edgePx, (end - start) / 4)
  if (edge <= 0) return 0
  const depth = Math.max(start + edge - coordinate, 0, coordinate - (end - edge))
  const share = Math.min(1, depth / edge)
  const speed = Math.ceil(maxPxPerSecond * share * share)
  return coordinate < (start + end) / 2 ? -speed : speed
}

/** Returns by how many px a span lies outside of its container; negative before its start. */
export const overflowPx = (start: number, end: number, from: number, to: number) => (start < from ? start - from : Math.max(0, end - to))

export const isSamePosition = (a: DropPosition, b: DropPosition) => a.index === b.index && a.onto === b.onto
