import { rows } from '#ui/drag/elements.ts'
import type { Span } from '#ui/drag/geometry.ts'
import type { DropZone, Slot } from '#ui/drag/surface.ts'
import type { Group } from '#features/channels/contract.ts'
import { shelves } from './elements.ts'
import { type BarItem, itemsIn } from './bar-items.ts'
import { type DraggedBarThings, createListRules } from './list-rules.ts'

/** Size of a disc in px, for an empty shelf. */
const discPx = 56

/** Returns the tracks of a bar, nested shelves first. */
const tracksOf = (bar: HTMLElement): { track: HTMLElement; box: HTMLElement }[] =>
  rows
    .in(bar)
    .flatMap(({ element: row }) => {
      const track = row.firstElementChild
      return track instanceof HTMLElement ? [{ track, box: shelves.closest(row)?.element ?? row }] : []
    })
    .sort((a, b) => Number(a.box.contains(b.box)) - Number(b.box.contains(a.box)))

/** Returns a drop zone for each list of the bar. @param groupOf returns a group by its id */
export const barZones = (bar: HTMLElement, dragged: DraggedBarThings, groupOf: (id: string) => Group | undefined): DropZone[] =>
  tracksOf(bar).map(({ track, box }) => barZone(track, box, dragged, groupOf))

function barZone(track: HTMLElement, box: HTMLElement, dragged: DraggedBarThings, groupOf: (id: string) => Group | undefined): DropZone {
  const { item, isNew } = dragged
  const items = itemsIn(track)
  const width = () => (isNew ? (items[0]?.element.offsetWidth ?? discPx) : item.offsetWidth)
  const fallback = shelves.get(box)?.value
  return {
    ...createListRules({ items, fallback }, dragged, groupOf),
    name: box.ariaLabel ?? '',
    element: box,
    axis: 'x',
    scroller: track,
    isFixed: fallback === undefined,
    gap: width,
    closes: true,
    spans: () => spansOf(track, items),
    slot: () => slotOf(track, box, item, items, width()),
  }
}

/** Uses layout positions, which an open gap doesn't change. */
function spansOf(track: HTMLElement, items: readonly BarItem[]): Span[] {
  const start = track.getBoundingClientRect().left - track.scrollLeft
  return items.map(({ element: { offsetLeft, offsetWidth } }) => ({ start: start + offsetLeft, end: start + offsetLeft + offsetWidth }))
}

function slotOf(track: HTMLElement, box: HTMLElement, item: HTMLElement, items: readonly BarItem[], width: number): Slot {
  const discOf = ({ stop }: BarItem) => stop?.firstElementChild ?? []
  const [disc] = items.filter(({ element }) => element === item).flatMap(discOf)
  const size = disc instanceof HTMLElement ? disc.offsetWidth : discPx
  // Aligns the slot vertically with another disc, because an open gap moves discs only sideways.
  const [beside] = items.flatMap(discOf)
  const top = beside ? beside.getBoundingClientRect().top : track.getBoundingClientRect().top + (item.offsetTop || 0)
  return { width: size, height: size, across: top - box.getBoundingClientRect().top, along: (width - size) / 2, isRound: true }
}
