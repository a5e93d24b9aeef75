import { grips, sortedRows } from './late-elements.ts'
import type { DragSource, DropZone } from './surface.ts'

export interface SortedRow {
  /** Names of the thing (`name`) and of the list, for announcements. */
  name: string
  listName: string
  /** Called on a drop. The new index doesn't count the dragged row. */
  onDrop: (index: number) => void
}

/** Returns the nearest element that scrolls the list, which may be the list itself. */
const scrollerOf = (list: HTMLElement): HTMLElement => {
  for (let element: HTMLElement | null = list; element; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === 'auto') return element
  return list
}

/**
 * Makes a drag source for the row that contains a drag handle; the row is in {@link sortedRows}. Returns undefined if the row no longer
 * exists.
 */
export function sortedRowSource(grip: HTMLElement, { name, listName, onDrop }: SortedRow): DragSource | undefined {
  const { element: row, value: id } = sortedRows.closest(grip) ?? {}
  const list = row?.parentElement
  if (!list) return undefined
  const rows = () => [...list.children].flatMap((item) => sortedRows.get(item) ?? [])
  const indexNow = () => rows().findIndex(({ value }) => value === id)
  const currentElement = () => rows()[indexNow()]?.element ?? null
  const zone: DropZone = {
    name: listName,
    element: list,
    axis: 'y',
    takes: 'between',
    from: () => (indexNow() < 0 ? undefined : indexNow()),
    gap: () => row.offsetHeight,
    closes: true,
    count: () => rows().length,
    spans: () =>
      rows().map(({ element }) => {
        const { top, bottom } = element.getBoundingClientRect()
        return { start: top, end: bottom }
      }),
    items: () => rows().map(({ element }, index) => ({ index, element })),
    slot: () => ({ width: row.offsetWidth, height: row.offsetHeight, across: 0 }),
    nameOf: (index) => rows()[index]?.element.textContent ?? '',
    findRefusal: () => undefined,
    dropItems: ({ index }) => onDrop(index),
  }
  return {
    name,
    element: row,
    handle: grip,
    page: scrollerOf(list),
    createPreview: () => ({ copy: row.cloneNode(true) as HTMLElement, over: row }),
    zones: () => [zone],
    droppedElement: currentElement,
    onDrawn() {
      const now = currentElement()
      if (now) grips.in(now)[0]?.element.focus({ preventScroll: true })
    },
  }
}
