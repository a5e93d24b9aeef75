import type { DragSource } from '#ui/drag/surface.ts'
import { selectedWith, selection, toggled } from '#shell/selection.ts'
import { shownSubject } from '#shell/subjects.ts'
import type { Group } from '#features/channels/contract.ts'
import type { DragSource as Dragged } from '#features/channels/drop-rules.ts'
import { stacked } from '../arrange/stack.ts'
import { draggedOf } from '../place/place.ts'
import { selectableAt } from '../select/selectable.ts'
import { t } from '../texts.ts'
import { type BarSubject, itemsIn, stopIn } from './entries.ts'
import { closeDwelled } from '../arrange/open-things.ts'
import type { BarDrop, DraggedThings } from './places.ts'
import { barZones } from './zones.ts'
import css from './bar.module.css'

/** Returns the user's bar around an element. */
export const barAt = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-own-bar]')

/** Returns the movable channel or group of an element. */
export function liftedAt(element: Element): BarSubject | undefined {
  const stop = element.closest('[data-own-bar] [data-stop]')
  const subject = stop ? shownSubject(stop) : undefined
  if (subject?.type !== 'playlist' && subject?.type !== 'group') return undefined
  return draggedOf(subject) && subject
}

const itemOf = (bar: HTMLElement, id: string): HTMLElement | undefined =>
  [...bar.querySelectorAll<HTMLElement>('[data-item]')].find((item) => {
    const stop = stopIn(item)
    return stop !== null && shownSubject(stop)?.id === id
  })

function groupIn(bar: HTMLElement, id: string): Group | undefined {
  for (const row of bar.querySelectorAll('[data-row]'))
    for (const { entry } of row.firstElementChild ? itemsIn(row.firstElementChild) : [])
      if (entry.kind === 'group' && entry.group.id === id) return entry.group
  return undefined
}

/** ms of the drop animation; opened groups close after it. */
const closeDelayMs = 400

/** Returns the source of a drag for a pressed element of the bar. */
export function barSourceAt(element: Element): DragSource | undefined {
  const subject = liftedAt(element)
  const bar = barAt(element)
  const stop = element.closest<HTMLElement>('[data-stop]')
  const item = stop?.closest<HTMLElement>('[data-item]')
  const page = bar?.parentElement
  if (!subject || !bar || !stop || !item || !page) return undefined
  const { id, type } = subject
  const subjects = type === 'playlist' ? (selectedWith(subject) ?? [subject]) : [subject]
  const dragged = subjects.flatMap((one) => draggedOf(one) ?? [])
  if (!isSome(dragged)) return undefined
  const shown = () => itemOf(bar, id)
  /**
   * Returns the dragged things as shown now, because another session may have moved them. Channels in a closed group are returned
   * unchanged.
   */
  const find = () =>
    subjects.flatMap((one) => {
      const now = itemOf(bar, one.id)
      return (now && liftedAt(stopIn(now)!)) ?? (now ? [] : [one])
    })
  let droppedIn: string | undefined
  const noteDrop = ({ place }: BarDrop) => {
    const list = place?.list
    droppedIn = typeof list === 'object' ? list.groupId : list === 'archive' || list === 'archivedGroups' ? 'archive' : undefined
  }
  const count = subjects.length
  return {
    name: count > 1 ? t('clipboard.several.playlist', { count }) : subject.name,
    count,
    element: item,
    handle: stop,
    page,
    createPreview: () => ({ copy: count > 1 ? stacked(copyOf(stop), count, 'discs') : copyOf(stop), over: stop }),
    along: () => subjects.flatMap((one) => (one.id === id ? [] : (itemOf(bar, one.id) ?? []))),
    zonesChange: true,
    zones: () => barZones(bar, { dragged, subjects, item, find, noteDrop }, (groupId) => groupIn(bar, groupId)),
    droppedElement: () => shown() ?? null,
    onDrawn() {
      const now = shown()
      if (now) stopIn(now)?.focus({ preventScroll: true })
    },
    onHeld() {
      const selectable = selectableAt(stop)
      if (selectable) selection.set((now) => toggled(now, selectable))
    },
    onEnd: () => void setTimeout(() => closeDwelled(droppedIn), closeDelayMs),
  }
}

const isSome = (dragged: readonly Dragged[]): dragged is DraggedThings => dragged.length > 0

/** Creates the preview of a disc: picture and name. */
function copyOf(stop: HTMLElement): HTMLElement {
  const copy = stop.cloneNode(true) as HTMLElement
  // Without the ring of the current channel.
  for (const ring of copy.querySelectorAll(':scope > span:empty')) ring.remove()
  copy.lastElementChild?.classList.add(css.copiedName ?? '')
  for (const name of ['data-stop', 'aria-current', 'href', 'title']) copy.removeAttribute(name)
  return copy
}
