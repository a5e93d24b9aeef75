import { cards } from '#ui/drag/elements.ts'
import type { DragSource } from '#ui/drag/surface.ts'
import { dragSourceAt } from '../arrange/source.ts'
import { wallSourceAt } from '../wall/source.ts'
import { channelZones } from './zones.ts'

/**
 * Returns the source of a drag for a pressed video or channel of the board. The many small pictures stay in place: each one that moves
 * aside has a layer of its own, and the browser recomputes all layers whenever the drag enters another row.
 */
export const boardSourceAt = (element: Element, root: HTMLElement): DragSource | undefined =>
  cards.closest(element)
    ? dragSourceAt(element, { moreZones: (dragged) => channelZones(root, dragged), parts: false })
    : wallSourceAt(element, root)
