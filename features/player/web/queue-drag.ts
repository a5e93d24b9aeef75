import { sortedRowSource } from '#ui/drag/list-source.ts'
import type { DragSource } from '#ui/drag/surface.ts'
import { nowPlaying } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'
import { moveInQueue } from './queue-changes.ts'
import { t } from './texts.ts'

/** Drag source of a queue item, grabbed by its handle. */
export function queueSource(grip: HTMLElement, { id, title }: PlayableItem): DragSource | undefined {
  const row = grip.closest<HTMLElement>('[data-queued]')
  return (
    (row !== null &&
      sortedRowSource({
        grip,
        row,
        id,
        name: title,
        listName: t('player.upNext'),
        idOf: ({ dataset }) => dataset['queued'],
        onDrop(index) {
          const now = nowPlaying.get()
          const from = now?.items.findIndex((item) => item.id === id) ?? -1
          if (now && from >= 0) moveInQueue(from, now.index + 1 + index)
        },
      })) ||
    undefined
  )
}
