import { useMemo } from 'react'
import { useItemNeighbours } from './item-additions.ts'
import type { NowPlaying } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'
import { playIndex } from './presenting.ts'
import { neighbourIndex } from './queue.ts'

/** Returns the items before and after the playing one: those that another feature has set, or else those of the queue. */
export function useNeighbours(now: NowPlaying, itemId: string) {
  const { items } = now
  const nextIndex = neighbourIndex(now, 1)
  const beside = useItemNeighbours(itemId)
  const previousInQueue = useQueueNeighbour(items, neighbourIndex(now, -1))
  const nextInQueue = useQueueNeighbour(items, nextIndex)
  return {
    previous: beside ? beside.previous : previousInQueue,
    next: beside ? beside.next : nextInQueue,
    /** The item of the queue that follows automatically. */
    nextIndex,
    nextItem: nextIndex === undefined ? undefined : items[nextIndex],
    /** Whether another feature has set the neighbours. */
    areOutsideQueue: beside !== undefined,
  }
}

/** Returns the title of the item at an index, with a function that plays the item. Memoized. */
function useQueueNeighbour(items: readonly PlayableItem[], index: number | undefined) {
  const title = index === undefined ? undefined : items[index]?.title
  return useMemo(() => (index === undefined || title === undefined ? undefined : { title, go: () => playIndex(index) }), [index, title])
}
