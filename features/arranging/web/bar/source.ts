import { items, stops } from '#ui/drag/elements.ts'
import type { DragSource, DropZone } from '#ui/drag/surface.ts'
import { selectionWith, selection, toggleSubject } from '#shell/selection.ts'
import { shownOfType, shownSubjects } from '#shell/subjects.ts'
import type { Group } from '#features/channels/contract.ts'
import type { DragSource as Dragged } from '#features/channels/drop-rules.ts'
import { createStackPreview } from '../arrange/stack.ts'
import { toDragSource } from '../place/place.ts'
import { selectableAt } from '../select/selectable.ts'
import { t } from '../texts.ts'
import type { BarSubject } from './bar-items.ts'
import { closeGroupsOpenedByDrag } from '../arrange/open-groups.ts'
import type { DraggedBarThings } from './list-rules.ts'
import type { BarDrop, DraggedThings } from './places.ts'
import { barZones } from './zones.ts'
import css from './bar.module.css'

/** Returns the channel, group or shortcut of an element, if it can be moved. */
function movableAt(element: Element | undefined): BarSubject | undefined {
  const subject = shownSubjects.get(element)?.value
  if (subject?.type !== 'playlist' && subject?.type !== 'group' && subject?.type !== 'shortcut') return undefined
  return toDragSource(subject) && subject
}

/** Duration in ms of the drop animation. Groups that the drag opened close after it. */
const closeDelayMs = 400

/** A pressed channel, group or shortcut. */
interface DraggableItem {
  /** The element that contains the draggable things. */
  root: HTMLElement
  page: HTMLElement
  /** The element of the pressed subject, which keeps the focus. */
  element: HTMLElement
  handle: HTMLElement
  /** The thing's item in the list. */
  item: HTMLElement
  createCopy: () => HTMLElement
  kind: 'discs' | 'cards'
  zones: (dragged: DraggedBarThings, groupOf: (groupId: string) => Group | undefined) => DropZone[]
  /** Returns the focusable element of an item. */
  focusOf: (element: HTMLElement) => HTMLElement | undefined
}

/** Returns the source of a drag for a pressed channel, group or shortcut, with the rest of its selection. */
export function createItemSource({
  root,
  page,
  element,
  handle,
  item,
  createCopy,
  kind,
  zones,
  focusOf,
}: DraggableItem): DragSource | undefined {
  const subject = movableAt(element)
  if (!subject) return undefined
  const { id, type } = subject
  const subjects = type === 'playlist' ? (selectionWith(subject) ?? [subject]) : [subject]
  const dragged = subjects.flatMap((subject) => toDragSource(subject) ?? [])
  if (!isNonEmpty(dragged)) return undefined
  const shownOf = (thingId: string) => shownSubjects.in(root).find(({ value }) => value.id === thingId)?.element
  const itemOf = (thingId: string) => items.closest(shownOf(thingId))?.element
  /**
   * Returns the dragged things as shown now, because another browser may have moved them. Channels in a closed group are returned as they
   * were.
   */
  const find = () =>
    subjects.flatMap((subject) => {
      const now = shownOf(subject.id)
      return now ? (movableAt(now) ?? []) : [subject]
    })
  let droppedIn: string | undefined
  const onDrop = ({ place }: BarDrop) => {
    const list = place?.list
    droppedIn = typeof list === 'object' ? list.groupId : list === 'archive' || list === 'archivedGroups' ? 'archive' : undefined
  }
  const count = subjects.length
  return {
    name: count > 1 ? t('clipboard.several.playlist', { count }) : subject.name,
    count,
    element: item,
    handle,
    page,
    createPreview: () => ({ copy: count > 1 ? createStackPreview(createCopy(), count, kind) : createCopy(), over: element }),
    along: () => subjects.flatMap((subject) => (subject.id === id ? [] : (itemOf(subject.id) ?? []))),
    zonesChange: true,
    zones: () =>
      zones(
        { dragged, subjects, item, find, onDrop },
        (groupId) => shownOfType('group', page).find(({ value }) => value.id === groupId)?.value.group,
      ),
    droppedElement: () => itemOf(id) ?? null,
    onDrawn() {
      const now = shownOf(id)
      if (now) focusOf(now)?.focus({ preventScroll: true })
    },
    onHeld() {
      const selectable = selectableAt(handle)
      if (selectable) selection.set((now) => toggleSubject(now, selectable))
    },
    onEnd: () => void setTimeout(() => closeGroupsOpenedByDrag(droppedIn), closeDelayMs),
  }
}

/** Returns the source of a drag for a pressed element of the bar. */
export function barSourceAt(element: Element, bar: HTMLElement): DragSource | undefined {
  const stop = stops.closest(element)?.element
  const item = items.closest(stop)?.element
  const page = bar.parentElement
  if (!stop || !item || !page) return undefined
  return createItemSource({
    root: bar,
    page,
    element: stop,
    handle: stop,
    item,
    createCopy: () => copyOf(stop),
    kind: 'discs',
    zones: (dragged, groupOf) => barZones(bar, dragged, groupOf),
    focusOf: (element) => element,
  })
}

const isNonEmpty = (dragged: readonly Dragged[]): dragged is DraggedThings => dragged.length > 0

/** Creates the preview of a disc: picture and name. */
function copyOf(stop: HTMLElement): HTMLElement {
  const copy = stop.cloneNode(true) as HTMLElement
  // Removes the ring, which only the current channel has.
  for (const ring of copy.querySelectorAll(':scope > span:empty')) ring.remove()
  copy.lastElementChild?.classList.add(css.copiedName ?? '')
  for (const name of ['aria-current', 'href', 'title']) copy.removeAttribute(name)
  return copy
}
