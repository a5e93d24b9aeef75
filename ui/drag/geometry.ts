/*
 * The geometry of dragging, pure. Everything is in px. A list of things is a row or a column: what counts is where its items begin
 * and end along its axis.
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

/** A list that something is dragged over. */
export interface List {
  /** Of all its items, in their order. */
  spans: readonly Span[]
  /** Things are dropped between its items, onto them, or both: onto the middle half of one, between two elsewhere. */
  takes: 'between' | 'onto' | 'both'
  /** Index of what is dragged, when it comes from this list. */
  from: number | undefined
  /** By how much items part to make room; where the place that was left closes, all are this far apart. */
  gap: number
  /** The place that was left closes; otherwise what is dragged goes on standing there until it is dropped. */
  closes: boolean
  /** Of a list that takes `both`: which items take something. Absent: all. */
  takesOnto?: ((index: number) => boolean) | undefined
}

/**
 * Where something would be dropped: onto the item at `index`, or between two: before the item that has this index when what is dragged is
 * not counted.
 */
export interface Spot {
  index: number
  onto: boolean
}

/** How many numbers of 0 to `count` - 1 satisfy what only the first ones satisfy. */
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

/** The item under a coordinate; -1 when there is none. */
function itemAt({ spans, from }: List, at: number): number {
  const index = countWhile(spans.length, (one) => spans[one]!.end < at)
  const span = spans[index]
  return span && index !== from && at >= span.start ? index : -1
}

/** How many things can be dropped between the items: one place more than the items that stay. */
export const placesIn = ({ spans, from }: List): number => spans.length + (from === undefined ? 1 : 0)

/** The place for something whose middle is at a coordinate along the axis: the gap that would open nearest to it. */
function placeAt(list: List, at: number): number {
  const { spans, from, gap, closes } = list
  if (!closes) {
    const index = countWhile(spans.length, (one) => middleOf(spans[one]!) < at)
    return from !== undefined && index > from ? index - 1 : index
  }
  const isOwn = from !== undefined
  // Between two gaps lies the middle of the item that would have moved out of the way of the one and not of the other.
  const half = gap / 2
  return countWhile(placesIn(list) - 1, (one) => {
    const isBehind = isOwn && one >= from
    return middleOf(spans[isBehind ? one + 1 : one]!) - (isBehind ? gap : 0) + half < at
  })
}

/**
 * In a list that takes both: what is under a coordinate as the list is shown, its items parted for a place. So an item that has moved
 * out of the way is hit where it is seen, and a gap that is open stays open as long as the pointer is in it.
 */
function shownSpotAt(list: List, at: number, parted: number | undefined): Spot {
  const { spans, from, closes, takesOnto } = list
  const gap = parted === undefined ? undefined : { index: parted, onto: false }
  const indexOf = (place: number) => (from !== undefined && place >= from ? place + 1 : place)
  const shown = (index: number): Span => {
    const shift = shiftOf(list, index, gap)
    return { start: spans[index]!.start + shift, end: spans[index]!.end + shift }
  }
  // What is dragged and goes on standing there has its room too.
  if (!closes && from !== undefined && at >= shown(from).start && at <= shown(from).end) return { index: from, onto: false }
  const place = countWhile(placesIn(list) - 1, (one) => shown(indexOf(one)).end < at)
  const index = indexOf(place)
  if (index >= spans.length) return { index: place, onto: false }
  const { start, end } = shown(index)
  const takes = takesOnto?.(index) ?? true
  const margin = (end - start) * (takes ? 0.25 : 0.5)
  if (at < start + margin) return { index: place, onto: false }
  return at > end - margin || !takes ? { index: place + 1, onto: false } : { index, onto: true }
}

/**
 * What something would be dropped on, whose middle is at a coordinate along the axis; undefined: nothing.
 * @param parted of a list that takes both: the place for which its items stand apart now
 */
export function spotAt(list: List, at: number, parted?: number): Spot | undefined {
  if (list.takes === 'both') return shownSpotAt(list, at, parted)
  const index = list.takes === 'between' ? -1 : itemAt(list, at)
  if (index >= 0) return { index, onto: true }
  return list.takes === 'onto' ? undefined : { index: placeAt(list, at), onto: false }
}

/** How far an item stands from its own place while something is dragged. @param spot in this list; undefined: elsewhere */
export function shiftOf({ from, gap, closes }: List, index: number, spot: Spot | undefined): number {
  const place = spot && !spot.onto ? spot.index : undefined
  const isBehind = from !== undefined && index > from
  if (!closes) return place !== undefined && place !== from && (isBehind ? index - 1 : index) >= place + (index === from ? 1 : 0) ? gap : 0
  if (index === from) return 0
  const parts = place !== undefined && (isBehind ? index - 1 : index) >= place
  return (isBehind ? -gap : 0) + (parts ? gap : 0)
}

/** Where the gap begins that is open at a place. */
export function gapStart({ spans, from, gap, closes }: List, place: number): number {
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
 * The zone at a point: the first one that holds it, else the nearest within reach.
 * @param boxOf asked once a zone; the ones on top first
 * @param reach px
 */
export function zoneAt<Z>(zones: readonly Z[], boxOf: (zone: Z) => Box, point: Point, reach: number): Z | undefined {
  let nearest: Z | undefined
  let nearestAt = reach
  for (const zone of zones) {
    const away = distance(boxOf(zone), point)
    if (away === 0) return zone
    if (away < nearestAt) {
      nearest = zone
      nearestAt = away
    }
  }
  return nearest
}

/** px from an edge within which it scrolls, and px a second right at the edge. */
const edgePx = 72
const maxSpeed = 1500
/** ms of scrolling after which it goes twice as fast, and how many times as fast at most: a long list has an end. */
const doublingMs = 800
const maxFactor = 6

/** How many times as fast it scrolls after so many ms at an edge. */
export const scrollFactor = (ms: number): number => Math.min(maxFactor, 1 + ms / doublingMs)

/**
 * How fast what is dragged at a coordinate scrolls a box that reaches from `start` to `end`: px a second, negative towards the start; the
 * nearer to the edge the faster. Beyond the edge it is as fast as at the edge.
 */
export function scrollSpeed(at: number, start: number, end: number): number {
  // A low box keeps a middle in which it stands still.
  const edge = Math.min(edgePx, (end - start) / 4)
  if (edge <= 0) return 0
  const depth = Math.max(start + edge - at, 0, at - (end - edge))
  const share = Math.min(1, depth / edge)
  const speed = Math.ceil(maxSpeed * share * share)
  return at < (start + end) / 2 ? -speed : speed
}

/** px by which something that reaches from `start` to `end` sticks out of its room; negative: at the start. */
export const outside = (start: number, end: number, from: number, to: number) => (start < from ? start - from : Math.max(0, end - to))

export const isSame = (one: Spot, other: Spot) => one.index === other.index && one.onto === other.onto
