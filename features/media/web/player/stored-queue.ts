import type { NowPlaying } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'
import { type Queue, repeats } from './queue.ts'

/** Name in the storage of the tab: it outlives a reload, and no more. */
const key = 'queue'
/** A tab has room for a few million letters: of a longer queue what is around the item that plays is kept. */
const maxKept = 300
/** Long, and read again with the channel; or whole channels, which many items are in. */
const isLeftOut = (name: string) => name === 'place' || name === 'series' || name === 'seriesDescription'

interface StoredQueue extends Queue {
  /** It played in the mini-player. */
  isDocked: boolean
}

/** Keeps what plays, and what comes after it, for when the page is loaded anew; null: there is nothing any more. */
export function keepQueue(now: NowPlaying | null): void {
  try {
    if (!now || now.view === 'leaving') return sessionStorage.removeItem(key)
    const start = Math.max(0, now.index - Math.floor(maxKept / 4))
    const { repeat, unshuffled, isOwn, view } = now
    const items = now.items.slice(start, start + maxKept)
    const stored: StoredQueue = { items, index: now.index - start, repeat, unshuffled, isOwn, isDocked: view === 'docked' }
    sessionStorage.setItem(
      key,
      JSON.stringify(stored, (name, value: unknown) => (isLeftOut(name) ? undefined : name === 'description' ? '' : value)),
    )
  } catch {
    // A browser may forbid storage, or have no room: then it is not remembered.
  }
}

const isItem = (value: unknown): value is PlayableItem => {
  const { id, title, href, partOf, src } = (value ?? {}) as Record<string, unknown>
  return [id, title, href, partOf].every((text) => typeof text === 'string') && (typeof src === 'string' || src === null)
}

/** What was kept, as far as it makes sense: another version may have left anything there. */
export function readQueue(): StoredQueue | undefined {
  try {
    const { items, index, repeat, unshuffled, isOwn, isDocked } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<StoredQueue>
    if (!Array.isArray(items) || !items.every(isItem) || typeof index !== 'number' || !items[index]) return undefined
    return {
      items,
      index,
      repeat: repeats.find((one) => one === repeat) ?? 'off',
      unshuffled: Array.isArray(unshuffled) ? unshuffled.filter((id) => typeof id === 'string') : undefined,
      isOwn: isOwn === true,
      isDocked: isDocked === true,
    }
  } catch {
    return undefined
  }
}
