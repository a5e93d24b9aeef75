import { type Box, type DropList, itemShift, type DropPosition } from './geometry.ts'
import { createShifts, type Shifts } from './shifts.ts'
import type { DropZone, Slot } from './surface.ts'

/** A zone during a drag: its cached measurements and the shifts of its items. */
export interface ZoneState {
  zone: DropZone
  box: Box
  /** Measured on the first drag over it, so that rows out of view need no layout. */
  list: DropList | undefined
  slot: Slot
  /** Scroll offset at measurement, and the change since then in px. */
  scrolledAtRead: number
  scrolled: number
  shifts: Shifts
  /** Index of the open gap. It stays open while the pointer is over an item, so that the item doesn't move. */
  parted: number | undefined
  /** {@link scrolled} when items were last moved apart. */
  gapOpenedAt: number
}

/** Screens around the view in which items are moved immediately; items further away follow when they come near. */
const movedScreens = 1
/** Screens around the view in which moves are animated. */
const visibleShare = 0.25
/** px of scrolling after which newly visible items are moved. */
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
  parted: undefined,
  gapOpenedAt: 0,
})

/** Returns the current zones, reusing measurements of existing zones. */
export const trackZones = (zones: readonly DropZone[], before: readonly ZoneState[]): ZoneState[] =>
  zones.map((zone) => {
    const existing = before.find((state) => identityOf(state.zone) === identityOf(zone))
    return existing ? Object.assign(existing, { zone }) : trackZone(zone)
  })

export function readBox(state: ZoneState): void {
  const { zone } = state
  if (zone.isFixed) return
  state.box = boxOf(zone)
  // Zones that scroll with the page along their own axis have moved.
  if (zone.axis === 'y' && !zone.scroller) state.list = undefined
}

/** Returns a zone's items as measured. */
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

/** Reads the scroll offset: once per frame, before any write. */
export function readScroll(state: ZoneState): void {
  if (state.list && state.zone.scroller) state.scrolled = scrolledOf(state) - state.scrolledAtRead
}

/** Measures again after a render that changed the items. */
export function remeasureZone(state: ZoneState): void {
  const { list, zone } = state
  if (list && (list.from !== zone.from() || list.spans.length !== zone.count())) state.list = undefined
}

/** Returns the place that opens for a spot, if any. */
function gapFor(state: ZoneState, spot: DropPosition | undefined): DropPosition | undefined {
  if (!spot || !spot.onto || state.zone.takes !== 'both') state.parted = spot?.onto ? undefined : spot?.index
  return state.parted === undefined ? undefined : { index: state.parted, onto: false }
}

/** Whether an item is visible, or less than `screens` screens away. */
function isNearSight({ zone, list, box, scrolled }: ZoneState, index: number, screens: number): boolean {
  const span = zone.scroller && list?.spans[index]
  if (!span) return true
  const [start, end] = zone.axis === 'x' ? [box.left, box.right] : [box.top, box.bottom]
  const room = (end - start) * screens
  return span.end - scrolled > start - room && span.start - scrolled < end + room
}

/** Whether other items have scrolled into view since items were last moved apart. */
export const hasScrolledSinceGap = ({ scrolled, gapOpenedAt }: ZoneState): boolean => Math.abs(scrolled - gapOpenedAt) > gapHysteresisPx

/** Moves the visible items apart for a spot, or closes the gap. Writes only changes. */
export function openGap(state: ZoneState, spot: DropPosition | undefined): void {
  const { zone, shifts } = state
  if (!spot && !state.list && shifts.isEmpty()) return
  const list = measuredList(state)
  const place = gapFor(state, spot)
  state.gapOpenedAt = state.scrolled
  if (list.gap === 0) return
  for (const { index, element } of zone.items()) {
    if (!isNearSight(state, index, movedScreens)) continue
    const goal = itemShift(list, index, place)
    const before = shifts.goalOf(element)
    // Creates the layers of possible next moves now: one layer computation for all.
    if (before !== goal && (goal !== 0 || before !== undefined || place)) shifts.set(element, goal, isNearSight(state, index, visibleShare))
  }
}

/** Resets all items immediately. */
export function closeGap(state: ZoneState): void {
  state.shifts.clear()
  state.parted = undefined
}

/** Returns the element of the item at a spot, if mounted. */
export const elementAt = ({ zone }: ZoneState, spot: DropPosition | undefined): HTMLElement | undefined =>
  spot?.onto ? zone.items().find(({ index }) => index === spot.index)?.element : undefined
