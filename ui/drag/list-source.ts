import type { DragSource, DropZone } from './surface.ts'

interface SortedRow {
  /** The drag handle. */
  grip: HTMLElement
  /** The row element, an item of its list. */
  row: HTMLElement
  /** Id of the thing in the row. */
  id: string
  /** Names of the thing and the list, for announcements. */
  name: string
  listName: string
  /** Returns the id of the thing in an item element. */
  idOf: (row: HTMLElement) => string | undefined
  /** Called on a drop, with the new index, not counting the row itself. */
  onDrop: (index: number) => void
}

/** Returns the list's nearest scroll container, including itself. */
const scrollerOf = (list: HTMLElement): HTMLElement => {
  for (let element: HTMLElement | null = list; element; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === 'auto') return element
  return list
}

/** Creates a drag source for a row of a vertical list. Returns undefined when the row is gone. */
export function sortedRowSource({ grip, row, id, name, listName, idOf, onDrop }: SortedRow): DragSource | undefined {
  const list = row.parentElement
  if (!list) return undefined
  const rows = () => [...list.children].filter((item): item is HTMLElement => item instanceof HTMLElement && idOf(item) !== undefined)
  const indexNow = () => rows().findIndex((item) => idOf(item) === id)
  const shown = () => rows()[indexNow()] ?? null
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
      rows().map((item) => {
        const { top, bottom } = item.getBoundingClientRect()
        return { start: top, end: bottom }
      }),
    items: () => rows().map((element, index) => ({ index, element })),
    slot: () => ({ width: row.offsetWidth, height: row.offsetHeight, across: 0 }),
    nameOf: (index) => rows()[index]?.textContent ?? '',
    refusalOf: () => undefined,
    drop: ({ index }) => onDrop(index),
  }
  return {
    name,
    element: row,
    handle: grip,
    page: scrollerOf(list),
    createPreview() {
      const copy = row.cloneNode(true) as HTMLElement
      // Hides the clone from item queries.
      for (const key of Object.keys(copy.dataset)) delete copy.dataset[key]
      return { copy, over: row }
    },
    zones: () => [zone],
    droppedElement: shown,
    onDrawn: () => shown()?.querySelector<HTMLElement>('[data-grip]')?.focus({ preventScroll: true }),
  }
}
