import { items, stops } from '#ui/drag/elements.ts'
import { screenAt } from '#ui/drag/late-elements.ts'
import type { DragSource } from '#ui/drag/surface.ts'
import { closestSubject } from '#shell/subjects.ts'
import { createItemSource } from '../bar/source.ts'
import { walls } from './elements.ts'
import { wallZones } from './zones.ts'

/** Returns the source of a drag for a pressed channel of a wall. No drag begins on its buttons. */
export function wallSourceAt(element: Element, root: HTMLElement): DragSource | undefined {
  if (element.closest('button, input, [role="menu"]') || !walls.closest(element)) return undefined
  const tile = closestSubject('playlist', element)?.element
  const item = items.closest(element)?.element
  const page = screenAt(root)
  if (!tile || !item || !page || !root.contains(tile)) return undefined
  const focusOf = (item: HTMLElement) => stops.in(item)[0]?.element
  return createItemSource({
    root,
    page,
    element: tile,
    handle: focusOf(tile) ?? tile,
    item,
    createCopy() {
      const copy = tile.cloneNode(true) as HTMLElement
      copy.style.width = '100%'
      return copy
    },
    kind: 'cards',
    zones: (dragged, groupOf) => wallZones(root, dragged, groupOf),
    focusOf,
  })
}
