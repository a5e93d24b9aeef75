import { type Box, type DropList, itemShift, type DropPosition } from './geometry.ts'
import { createShifts, type Shifts } from './shifts.ts'
import type { DropZone, Slot } from './surface.ts'

/** A zone during a drag: its measurements, and the offsets of its items. */
export interface ZoneState {
  zone: DropZone
  box: Box
  /** Measured when the drag first comes over the zone, so that rows out of view need no layout. */
  list: DropList | undefined
  slot: Slot
  /** The scroll offset when the zone was measured, in px. */
  scrolledAtRead: number
  /** The change of the scroll offset since then, in px. */
  scrolled: number
  shifts: Shifts
  /** Index of the open gap. While the pointer is over an item, the gap stays open, so that the item doesn't move. */
  openIndex: number | undefined
  /** The value of {@link scrolled} when items were last moved apart. */
  gapOpenedAt: number
}

/** Items within this many screens around the view are moved immediately. Items further away are moved when they come near the view. */
const movedScreens = 1
/** Within this many screens around the view, moves are animated. */
const visibleShare = 0.25
/** After scrolling by this many px, newly visible items are moved. */
const gapHysteresisPx = 100

const scrolledOf = ({ zone: { axis, scroller } }: ZoneState) => (!scroller ? 0 : axis === 'x' ? scroller.scrollLeft : scroller.scrollTop)

const boxOf = ({ element, line }: DropZone): Box => line?.box() ?? element.getBoundingClientRect()
const identityOf = ({ element, line }: DropZone): HTMLElement => line?.first ?? element

const trackZone = (zone: DropZone): ZoneState => ({
  zone,
  box: boxOf(zone),
  list: undefined,
  slot: { width: 0, height: 0, across: 0 },
  scrolledAtRead: 0,
  scrolled: 0,
  shifts: createShifts(zone.axis),
  openIndex: undefined,
  gapOpenedAt: 0,
})

/** Returns the current zones. Zones that were there before keep their measurements. */
export const trackZones = (zones: readonly DropZone[], before: readonly ZoneState[]): ZoneState[] =>
  zones.map((zone) => {
    const existing = before.find((state) => identityOf(state.zone) === identityOf(zone))
    return existing ? Object.assign(existing, { zone }) : trackZone(zone)
  })

export function readBox(state: ZoneState): void {
  const { zone } = state
  if (zone.isFixed) return
  state.box = boxOf(zone)
  // Discards the measurements, because a zone that scrolls with the page along its own axis has moved.
  if (zone.axis === 'y' && !zone.scroller) state.list = undefined
}

/** Returns a zone's items. Measures them on the first call. */
export function measuredList(state: ZoneState): DropList {
  if (state.list) return state.list
  const { zone } = state
  state.scrolledAtRead = scrolledOf(state)
  state.scrolled = 0
  state.slot = zone.slot()
  return (state.list = {
    spans: zone.spans(),
    takes: zone.takes,
    acceptsDropOnto: zone.acceptsDropOnto,
    from: zone.from(),
    gap: zone.gap(),
    closes: zone.closes,
  })
}

/** Reads the scroll offset. Called once per frame, before styles are written. */
export function readScroll(state: ZoneState): void {
  if (state.list && state.zone.scroller) state.scrolled = scrolledOf(state) - state.scrolledAtRead
}

/** Measures again after a render that changed the items. */
export function remeasureZone(state: ZoneState): void {
  const { list, zone } = state
  if (list && (list.from !== zone.from() || list.spans.length !== zone.count())) state.list = undefined
}

/** Returns the place whose gap opens for a target; undefined if none does. */
function gapFor(state: ZoneState, position: DropPosition | undefined): DropPosition | undefined {
  if (!position || !position.onto || state.zone.takes !== 'both') state.openIndex = position?.onto ? undefined : position?.index
  return state.openIndex === undefined ? undefined : { index: state.openIndex, onto: false }
}

/** Returns true if an item is visible, or less than `screens` screens away. */
function isNearView({ zone, list, box, scrolled }: ZoneState, index: number, screens: number): boolean {
  const span = zone.scroller && list?.spans[index]
  if (!span) return true
  const [start, end] = zone.axis === 'x' ? [box.left, box.right] : [box.top, box.bottom]
  const room = (end - start) * screens
  return span.end - scrolled > start - room && span.start - scrolled < end + room
}

/** Returns true if other items have come into view since items were last moved apart. */
export const hasScrolledSinceGap = ({ scrolled, gapOpenedAt }: ZoneState): boolean => Math.abs(scrolled - gapOpenedAt) > gapHysteresisPx

/** Moves the visible items apart for a target, or closes the gap. Writes only styles that change. */
export function openGap(state: ZoneState, position: DropPosition | undefined): void {
  const { zone, shifts } = state
  if (!position && !state.list && shifts.isEmpty()) return
  const list = measuredList(state)
  const place = gapFor(state, position)
  state.gapOpenedAt = state.scrolled
  if (list.gap === 0) return
  for (const { index, element } of zone.items()) {
    if (!isNearView(state, index, movedScreens)) continue
    const goal = itemShift(list, index, place)
    const before = shifts.goalOf(element)
    // Makes layers for the next possible moves too, so that the browser computes layers only once.
    if (before !== goal && (goal !== 0 || before !== undefined || place)) shifts.set(element, goal, isNearView(state, index, visibleShare))
  }
}

/** Moves all items back immediately. */
export function closeGap(state: ZoneState): void {
  state.shifts.clear()
  state.openIndex = undefined
}

/** Returns the element of the item at a target, if it is mounted. */
export const elementAt = ({ zone }: ZoneState, position: DropPosition | undefined): HTMLElement | undefined =>
  position?.onto ? zone.items().find(({ index }) => index === position.index)?.element : undefined
