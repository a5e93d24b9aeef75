import { type DropPosition, dropPositionAt, isSamePosition, type Point, zoneAt } from './geometry.ts'
import type { DragSource } from './surface.ts'
import type { DragTarget } from './target.ts'
import { closeGap, hasScrolledSinceGap, measuredList, openGap, readScroll, trackZones, type ZoneState } from './zones.ts'

/** While the pointer is over no zone, a zone within this distance in px counts as under it. */
const maxDistancePx = 40

type MaybeTarget = DragTarget | undefined

/** The zones of one drag. */
export interface DragZones {
  /** The topmost first. */
  states: readonly ZoneState[]
  /** The zone from which the item was lifted; undefined if it has disappeared. */
  own: ZoneState | undefined
}

/** Returns the current zones. @param before the earlier zones, which keep their measurements */
export function findDragZones(source: DragSource, before: readonly ZoneState[] = []): DragZones {
  const states = trackZones(source.zones(), before)
  for (const state of before) if (!states.includes(state)) closeGap(state)
  return { states, own: states.find(({ zone }) => zone.from() !== undefined) }
}

/** Returns the place from which the item was lifted; undefined if its zone has disappeared. */
export const homeOf = ({ own }: DragZones): MaybeTarget =>
  own && { state: own, position: { index: own.zone.from() ?? 0, onto: false }, refusal: undefined }

export const isHome = ({ own }: DragZones, { state, position }: DragTarget): boolean =>
  state === own && !position.onto && position.index === own.zone.from()

/** Returns mounted items that refuse drops onto them. Excludes containers, because items in them may accept the drop. */
export const refusingItems = ({ states }: DragZones) =>
  states.flatMap(({ zone: { takes, pointerOnly, items, containerAt, findRefusal } }) =>
    takes === 'onto' && !pointerOnly
      ? items().filter(({ index }) => !containerAt?.(index) && findRefusal({ index, onto: true }) !== undefined)
      : [],
  )

/** Returns the target with its present refusal; the item's own place if the target's zone has disappeared. */
export function updateTarget(zones: DragZones, target: MaybeTarget): MaybeTarget {
  if (target && !zones.states.includes(target.state)) return homeOf(zones)
  if (target) target.refusal = target.state.zone.findRefusal(target.position)
  return target
}

/** Returns a target, which is `current` if that is the same. */
export const targetAt = (state: ZoneState, position: DropPosition, current: MaybeTarget): DragTarget =>
  current?.state === state && isSamePosition(current.position, position)
    ? current
    : { state, position, refusal: state.zone.findRefusal(position) }

/** Returns the target under the pointer, or else the item's own place. @param middle of the dragged item */
export function findTarget(zones: DragZones, pointer: Point, middle: Point, current: MaybeTarget): MaybeTarget {
  const state = zoneAt(zones.states, ({ box }) => box, pointer, maxDistancePx)
  if (!state) return homeOf(zones)
  const list = measuredList(state)
  readScroll(state)
  const { x, y } = list.takes === 'between' && list.closes ? middle : pointer
  const position = dropPositionAt(list, (state.zone.axis === 'x' ? x : y) + state.scrolled, state.openIndex)
  return position ? targetAt(state, position, current) : homeOf(zones)
}

/** Closes the gap of a target, and opens that of the next. */
export function moveGap({ states, own }: DragZones, from: MaybeTarget, to: MaybeTarget): void {
  if (own) measuredList(own)
  if (from && from.state !== to?.state) {
    // Removes old layers and adds new ones together, so that the browser computes its layers only once.
    for (const state of states) if (state !== own && state !== to?.state) state.shifts.release()
    openGap(from.state, undefined)
  }
  if (to) openGap(to.state, to.refusal === undefined ? to.position : undefined)
  if (own && to?.state !== own) openGap(own, undefined)
}

/** Moves items apart that were rendered or scrolled into view after the gap was opened. @param isStale true if the page has rendered */
export function refreshGaps({ states }: DragZones, target: MaybeTarget, isStale: boolean): void {
  for (const state of states)
    if (isStale || (state === target?.state && hasScrolledSinceGap(state)))
      openGap(state, state === target?.state && target.refusal === undefined ? target.position : undefined)
}

/** Opens the gap of the dragged item's own place, and closes all others. */
export function openOwnGap(zones: DragZones): void {
  for (const state of zones.states) openGap(state, state === zones.own ? homeOf(zones)?.position : undefined)
}
