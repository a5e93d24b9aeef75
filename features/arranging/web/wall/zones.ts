import type { DropZone } from '#ui/drag/surface.ts'
import type { Group } from '#features/channels/contract.ts'
import { itemsIn } from '../bar/bar-items.ts'
import { type DraggedBarThings, createListRules } from '../bar/list-rules.ts'
import type { BarList } from '../bar/places.ts'
import { walls } from './elements.ts'
import { splitIntoLines } from './lines.ts'

/** Distance in px by which tiles move apart, and width in px of the marker between them. */
const gapPx = 24
const markerPx = 8

/** Returns the drop zones of all walls within an element: one per line. @param groupOf returns a group by its id */
export const wallZones = (root: HTMLElement, dragged: DraggedBarThings, groupOf: (id: string) => Group | undefined): DropZone[] =>
  walls.in(root).flatMap(({ element, value }) => zonesOf(element, value, dragged, groupOf))

function zonesOf(wall: HTMLElement, list: BarList, dragged: DraggedBarThings, groupOf: (id: string) => Group | undefined): DropZone[] {
  const grid = wall.firstElementChild
  if (!(grid instanceof HTMLElement)) return []
  const items = itemsIn(grid)
  const { columnGap, rowGap } = getComputedStyle(grid)
  const [between = 0, above = 0] = [columnGap, rowGap].map((length) => Number.parseFloat(length) || 0)
  const lines = splitIntoLines(items.map(({ element }) => element.offsetTop))
  /** Returns the left edge of a tile in the layout, without the shifts of the drag. */
  const leftOf = (element: HTMLElement) => grid.getBoundingClientRect().left + element.offsetLeft - grid.offsetLeft
  const zoneOf = (first: number, length: number): DropZone => {
    const lineItems = items.slice(first, first + length)
    const head = lineItems[0]?.element
    const box = () => {
      const { left, right, top, bottom } = wall.getBoundingClientRect()
      if (!head) return { left, right, top, bottom }
      const line = grid.getBoundingClientRect().top + head.offsetTop - grid.offsetTop
      return { left, right, top: line - above / 2, bottom: line + head.offsetHeight + above / 2 }
    }
    return {
      ...createListRules({ items, first, length, fallback: list }, dragged, groupOf),
      name: grid.ariaLabel ?? '',
      element: wall,
      line: { first: head ?? wall, box },
      axis: 'x',
      closes: false,
      gap: () => gapPx,
      spans: () =>
        lineItems.map(({ element }) => {
          const start = leftOf(element)
          return { start, end: start + element.offsetWidth }
        }),
      slot: () => ({
        width: markerPx,
        height: head?.offsetHeight ?? wall.offsetHeight,
        across: head ? above / 2 : 0,
        along: (gapPx - between - markerPx) / 2,
      }),
    }
  }
  return lines.length === 0 ? [zoneOf(0, 0)] : lines.map(({ first, length }) => zoneOf(first, length))
}
