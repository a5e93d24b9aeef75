import type { DragSource, DropZone } from '#ui/drag/surface.ts'
import { nowPlaying } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'
import { moveInQueue } from './queue-changes.ts'
import { t } from './texts.ts'

const rowsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-queued]')]
const rowOf = (list: Element, id: string) => rowsIn(list).find(({ dataset }) => dataset['queued'] === id)

/** What scrolls the list: itself on a wide player, else the page of the player. */
const scrollerOf = (list: HTMLElement): HTMLElement => {
  for (let element: HTMLElement | null = list; element; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === 'auto') return element
  return list
}

/** What is dragged when somebody takes hold of an item of the queue by its grip. */
export function queueSource(grip: HTMLElement, { id, title }: PlayableItem): DragSource | undefined {
  const row = grip.closest<HTMLElement>('[data-queued]')
  const list = row?.parentElement
  if (!row || !list) return undefined
  const shown = () => rowOf(list, id) ?? null
  const indexOf = () => rowsIn(list).findIndex(({ dataset }) => dataset['queued'] === id)
  const zone: DropZone = {
    name: t('player.upNext'),
    element: list,
    axis: 'y',
    takes: 'between',
    from: () => (indexOf() < 0 ? undefined : indexOf()),
    gap: () => row.offsetHeight,
    closes: true,
    count: () => rowsIn(list).length,
    spans: () =>
      rowsIn(list).map((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return { start: top, end: bottom }
      }),
    items: () => rowsIn(list).map((element, index) => ({ index, element })),
    slot: () => ({ width: row.offsetWidth, height: row.offsetHeight, across: 0 }),
    nameOf: (index) => rowsIn(list)[index]?.textContent ?? '',
    refusalOf: () => undefined,
    drop({ index }) {
      const now = nowPlaying.get()
      const from = now?.items.findIndex((item) => item.id === id) ?? -1
      if (now && from >= 0) moveInQueue(from, now.index + 1 + index)
    },
  }
  return {
    name: title,
    element: row,
    handle: grip,
    page: scrollerOf(list),
    createPreview() {
      const copy = row.cloneNode(true) as HTMLElement
      copy.removeAttribute('data-queued')
      return { copy, over: row }
    },
    zones: () => [zone],
    droppedElement: shown,
    onDrawn: () => shown()?.querySelector<HTMLElement>('[data-grip]')?.focus({ preventScroll: true }),
  }
}
