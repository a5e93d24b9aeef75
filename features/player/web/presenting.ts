/** Changes which item plays, and in which view. */
import { pageHistory } from '#shell/navigation.ts'
import { type NowPlaying, type PlayerScreen, changePlayer, endPlayer, nowPlaying } from './now-playing.ts'
import { markFocusedAsPressed } from './pressed-element.ts'
import type { PlayableItem } from './plan.ts'
import { type Queue, queueToPresent, repeats } from './queue.ts'

/** Whether the item plays, full or docked. */
export const isPlaying = (itemId: string): boolean => {
  const now = nowPlaying.get()
  return now?.items[now.index]?.id === itemId
}

let lastPlayerId = 0
let releaseTimer: ReturnType<typeof setTimeout> | undefined
nowPlaying.subscribe(() => saveQueue(nowPlaying.get()))

interface PresentedQueue {
  /** The queue for the item. Not used if the user has built a queue that contains the item. */
  items: readonly PlayableItem[]
  /** Index of the playing item. */
  index: number
  autoplay: boolean
  screen: PlayerScreen
}

/** Shows the full player. If the docked player already plays the item, playback continues; if not, the item replaces the docked one. */
export function presentPlayer({ items, index, autoplay, screen }: PresentedQueue): void {
  clearTimeout(releaseTimer)
  const now = nowPlaying.get()
  const active = now && now.view !== 'leaving' ? now : null
  const item = items[index]
  if (!active && item) markFocusedAsPressed(item.id)
  const queue = queueToPresent(active ?? readQueue() ?? null, items, index)
  const startedAutomatically = active?.items[active.index]?.id === item?.id && active?.startedAutomatically
  nowPlaying.set({ ...queue, id: active?.id ?? ++lastPlayerId, autoplay, view: 'full', screen, startedAutomatically })
}

/** Plays all items from the first one ("play all"), instead of what plays now. @returns the address to open */
export function startQueue(items: readonly PlayableItem[]): string | undefined {
  const [first] = items
  if (!first) return undefined
  clearTimeout(releaseTimer)
  const now = nowPlaying.get()
  const id = now && now.view !== 'leaving' ? now.id : ++lastPlayerId
  nowPlaying.set({
    id,
    items,
    index: 0,
    repeat: 'off',
    isOwn: true,
    autoplay: true,
    view: 'full',
    screen: undefined,
    startedAutomatically: true,
  })
  return first.href
}

/** Shows the next item in the mini-player, where it waits until the user presses play. @returns an undo function */
export function queueInMiniPlayer(queue: Queue): () => void {
  const id = ++lastPlayerId
  nowPlaying.set({ ...queue, id, autoplay: false, view: 'docked', screen: undefined, waits: true })
  return () => nowPlaying.get()?.id === id && endPlayer()
}

/** Restores the mini-player after a reload. */
export function restoreMiniPlayer(): void {
  const storedQueue = readQueue()
  if (nowPlaying.get() || !storedQueue?.isDocked) return
  const { isDocked: _, ...queue } = storedQueue
  queueInMiniPlayer(queue)
}

/**
 * Docks the player, after its screen was closed or its address no longer names an item. Does nothing if `presentPlayer` is called
 * immediately afterwards.
 */
export function releasePlayer(): void {
  clearTimeout(releaseTimer)
  releaseTimer = setTimeout(() => {
    const now = nowPlaying.get()
    // Keeps the player open while the URL names the playing item: the item's channel is still loading then.
    if (now?.view === 'full' && now.items[now.index]?.href === location.pathname + location.search) return
    changePlayer({ screen: undefined, ...(now?.view === 'full' && { view: 'docked' as const }) })
  })
}

/** Plays another item. @param isAutomatic whether the previous item ended or failed */
export function playIndex(index: number, isAutomatic = false): void {
  const now = nowPlaying.get()
  const item = now?.items[index]
  if (!now || !item) return
  changePlayer({ index, autoplay: true, startedAutomatically: isAutomatic, ...(now.view === 'docked' && { waits: true }) })
  if (now.view === 'full') now.screen?.onItemChange(item)
}

/** Expands the docked player. The pressed link leads to the item's address. */
export const expandPlayer = (): void =>
  changePlayer({ view: 'full', waits: false, screen: { onItemChange: () => undefined, onLeave: () => pageHistory.back() } })

/** Docks the full player and returns to the screen below. Does nothing if the player isn't full. */
export function dockPlayer(): void {
  const now = nowPlaying.get()
  if (now?.view !== 'full') return
  changePlayer({ view: 'docked', screen: undefined })
  now.screen?.onLeave()
}

/** Key in session storage, so the queue lasts until the tab is closed. */
const storageKey = 'queue'
/** Maximum stored items. Of a longer queue, only items around the playing one are stored. */
const maxStoredItems = 300
/** Fields that are not stored: long ones that are loaded again with the channel, or whole channels that each item repeats. */
const isDisplayOnly = (name: string) => name === 'place' || name === 'series' || name === 'seriesDescription'

interface StoredQueue extends Queue {
  /** Whether the player was docked. */
  isDocked: boolean
}

/** Stores the playing item and queue for a reload; null clears them. */
function saveQueue(now: NowPlaying | null): void {
  try {
    if (!now || now.view === 'leaving') return sessionStorage.removeItem(storageKey)
    const start = Math.max(0, now.index - Math.floor(maxStoredItems / 4))
    const { repeat, unshuffled, isOwn, view } = now
    const items = now.items.slice(start, start + maxStoredItems)
    const storedQueue: StoredQueue = { items, index: now.index - start, repeat, unshuffled, isOwn, isDocked: view === 'docked' }
    sessionStorage.setItem(
      storageKey,
      JSON.stringify(storedQueue, (name, value: unknown) => (isDisplayOnly(name) ? undefined : name === 'description' ? '' : value)),
    )
  } catch {
    // If storage is blocked or full, the queue isn't stored.
  }
}

const isItem = (value: unknown): value is PlayableItem => {
  const { id, title, href, partOf, src } = (value ?? {}) as Record<string, unknown>
  return [id, title, href, partOf].every((text) => typeof text === 'string') && (typeof src === 'string' || src === null)
}

/** Validates the stored queue, which other versions may have written. */
function readQueue(): StoredQueue | undefined {
  try {
    const { items, index, repeat, unshuffled, isOwn, isDocked } = JSON.parse(
      sessionStorage.getItem(storageKey) ?? '{}',
    ) as Partial<StoredQueue>
    if (!Array.isArray(items) || !items.every(isItem) || typeof index !== 'number' || !items[index]) return undefined
    return {
      items,
      index,
      repeat: repeats.find((item) => item === repeat) ?? 'off',
      unshuffled: Array.isArray(unshuffled) ? unshuffled.filter((id) => typeof id === 'string') : undefined,
      isOwn: isOwn === true,
      isDocked: isDocked === true,
    }
  } catch {
    return undefined
  }
}
