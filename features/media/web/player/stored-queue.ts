import type { NowPlaying } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'
import { type Queue, repeats } from './queue.ts'

/** Key in session storage: survives a reload only. */
const key = 'queue'
/** Maximum stored size: of a longer queue, only items around the playing one are stored. */
const maxKept = 300
/** Omitted fields: long, and reloaded with the channel; or whole channels, repeated per item. */
const isLeftOut = (name: string) => name === 'place' || name === 'series' || name === 'seriesDescription'

interface StoredQueue extends Queue {
  /** It was docked. */
  isDocked: boolean
}

/** Stores the playing item and queue for a reload; null clears them. */
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
    // Storage may be blocked or full: then it isn't remembered.
  }
}

const isItem = (value: unknown): value is PlayableItem => {
  const { id, title, href, partOf, src } = (value ?? {}) as Record<string, unknown>
  return [id, title, href, partOf].every((text) => typeof text === 'string') && (typeof src === 'string' || src === null)
}

/** Validates the stored queue: other versions may have written anything. */
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
