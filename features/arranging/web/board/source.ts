import { cards } from '#ui/drag/elements.ts'
import type { DragSource } from '#ui/drag/surface.ts'
import { dragSourceAt } from '../arrange/source.ts'
import { wallSourceAt } from '../wall/source.ts'
import { channelZones } from './zones.ts'

/** Returns the source of a drag for a pressed video or channel of the board. */
export const boardSourceAt = (element: Element, root: HTMLElement): DragSource | undefined =>
  cards.closest(element) ? dragSourceAt(element, (carried) => channelZones(root, carried)) : wallSourceAt(element, root)
