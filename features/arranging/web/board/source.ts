import { cards } from '#ui/drag/elements.ts'
import type { DragSource } from '#ui/drag/surface.ts'
import { shownOfType } from '#shell/subjects.ts'
import { dragSourceAt } from '../arrange/source.ts'
import { channelHeadZone } from '../arrange/zones.ts'
import { wallSourceAt } from '../wall/source.ts'

/**
 * Returns the source of a drag for a pressed video or channel of the board. The pictures stay in place: each picture that moves aside would
 * have its own layer, and the browser recomputes all layers whenever the drag enters another row.
 */
export const boardSourceAt = (element: Element, root: HTMLElement): DragSource | undefined =>
  cards.closest(element)
    ? dragSourceAt(element, {
        moreZones: (dragged) => shownOfType('playlist', root).map((head) => channelHeadZone(head.element, head.value, dragged)),
        parts: false,
      })
    : wallSourceAt(element, root)
