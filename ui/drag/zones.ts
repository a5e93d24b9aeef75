import { type Box, type List, shiftOf, type Spot } from './geometry.ts'
import { createShifts, type Shifts } from './shifts.ts'
import type { DropZone, Slot } from './surface.ts'

/** A zone while something is dragged: what was read of it, and how far its items have parted. */
export interface ZoneState {
  zone: DropZone
  box: Box
  /** Read when it is first dragged over: a row out of sight is not laid out for it. */
  list: List | undefined
  slot: Slot
  /** How far it was scrolled when its list was read, and px by which that has changed. */
  scrolledAtRead: number
  scrolled: number
  shifts: Shifts
  /** The place for which its items stand apart. Over an item it stays, so that the item stays where it is seen. */
  parted: number | undefined
  /** {@link scrolled} when its items were last parted. */
  partedAt: number
}

/** Screens before and behind what shows in which items are moved: one further away is when it comes near, a bar may have hundreds. */
const movedScreens = 1
/** Screens in which it is seen how they go: one that has moved out of the row, or moves into it, too. */
const seenScreens = 0.25
/** px that a list is scrolled until what has come in sight is moved aside. */
const partAgainPx = 100

const scrolledOf = ({ zone: { axis, scroller } }: ZoneState) => (!scroller ? 0 : axis === 'x' ? scroller.scrollLeft : scroller.scrollTop)

const trackZone = (zone: DropZone): ZoneState => ({
  zone,
  box: zone.element.getBoundingClientRect(),
  list: undefined,
  slot: { width: 0, height: 0, across: 0 },
  scrolledAtRead: 0,
  scrolled: 0,
  shifts: createShifts(zone.axis),
  parted: undefined,
  partedAt: 0,
})

/** The zones as they are now: what was read of those that were there already is kept. */
export const trackZones = (zones: readonly DropZone[], before: readonly ZoneState[]): ZoneState[] =>
  zones.map((zone) => {
    const known = before.find((state) => state.zone.element === zone.element)
    return known ? Object.assign(known, { zone }) : trackZone(zone)
  })

export function readBox(state: ZoneState): void {
  const { zone } = state
  if (zone.isFixed) return
  state.box = zone.element.getBoundingClientRect()
  // What scrolls with the page along its own axis is elsewhere now.
  if (zone.axis === 'y' && !zone.scroller) state.list = undefined
}

/** Its items as they stood when they were read. */
export function listOf(state: ZoneState): List {
  if (state.list) return state.list
  const { zone } = state
  state.scrolledAtRead = scrolledOf(state)
  state.scrolled = 0
  state.slot = zone.slot()
  return (state.list = {
    spans: zone.spans(),
    takes: zone.takes,
    takesOnto: zone.takesOnto,
    from: zone.from(),
    gap: zone.gap(),
    closes: zone.closes,
  })
}

/** Reads how far it is scrolled: once a frame, before anything is written. */
export function readScroll(state: ZoneState): void {
  if (state.list && state.zone.scroller) state.scrolled = scrolledOf(state) - state.scrolledAtRead
}

/** The page has rendered something: when it has other items now, they are read anew. */
export function refresh(state: ZoneState): void {
  const { list, zone } = state
  if (list && (list.from !== zone.from() || list.spans.length !== zone.count())) state.list = undefined
}

/** The place for which items stand apart when something is at a spot; undefined: for none. */
function partedFor(state: ZoneState, spot: Spot | undefined): Spot | undefined {
  if (!spot || !spot.onto || state.zone.takes !== 'both') state.parted = spot?.onto ? undefined : spot?.index
  return state.parted === undefined ? undefined : { index: state.parted, onto: false }
}

/** Does an item show, or is it less than so many screens away? */
function isNearSight({ zone, list, box, scrolled }: ZoneState, index: number, screens: number): boolean {
  const span = zone.scroller && list?.spans[index]
  if (!span) return true
  const [start, end] = zone.axis === 'x' ? [box.left, box.right] : [box.top, box.bottom]
  const room = (end - start) * screens
  return span.end - scrolled > start - room && span.start - scrolled < end + room
}

/** Has it been scrolled so far since its items parted that others show? */
export const isPartedElsewhere = ({ scrolled, partedAt }: ZoneState): boolean => Math.abs(scrolled - partedAt) > partAgainPx

/** Moves its items apart for a spot, or back for none: those that show. Writes only what changes. */
export function part(state: ZoneState, spot: Spot | undefined): void {
  const { zone, shifts } = state
  if (!spot && !state.list && shifts.isEmpty()) return
  const list = listOf(state)
  const place = partedFor(state, spot)
  state.partedAt = state.scrolled
  for (const { index, element } of zone.items()) {
    if (!isNearSight(state, index, movedScreens)) continue
    const goal = shiftOf(list, index, place)
    const before = shifts.goalOf(element)
    // Those that may move next have their layers already: one division of the page for all of them.
    if (before !== goal && (goal !== 0 || before !== undefined || place)) shifts.set(element, goal, isNearSight(state, index, seenScreens))
  }
}

/** All its items stand in their own places again, at once. */
export function close(state: ZoneState): void {
  state.shifts.clear()
  state.parted = undefined
}

/** The element of the item of a spot, when that is in the page. */
export const elementAt = ({ zone }: ZoneState, spot: Spot | undefined): HTMLElement | undefined =>
  spot?.onto ? zone.items().find(({ index }) => index === spot.index)?.element : undefined
