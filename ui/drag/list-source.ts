import type { DragSource, DropZone } from './surface.ts'

interface SortedRow {
  /** What takes hold of the row. */
  grip: HTMLElement
  /** The row, an item of its list. */
  row: HTMLElement
  /** Of the thing that it shows. */
  id: string
  /** In words: the thing, and the list. */
  name: string
  listName: string
  /** Of which thing an item of the list is. */
  idOf: (row: HTMLElement) => string | undefined
  /** It was dropped at an index, counted without it. */
  onDrop: (index: number) => void
}

/** What scrolls a list: itself, else what it stands in. */
const scrollerOf = (list: HTMLElement): HTMLElement => {
  for (let element: HTMLElement | null = list; element; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === 'auto') return element
  return list
}

/** A row of a list from top to bottom, to be dragged to another place in it. Undefined when it has gone. */
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
      // It is no item that anything finds.
      for (const key of Object.keys(copy.dataset)) delete copy.dataset[key]
      return { copy, over: row }
    },
    zones: () => [zone],
    droppedElement: shown,
    onDrawn: () => shown()?.querySelector<HTMLElement>('[data-grip]')?.focus({ preventScroll: true }),
  }
}
