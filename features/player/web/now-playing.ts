import { createStore } from '#ui/store.ts'
import type { PlayableItem } from './plan.ts'
import type { Queue } from './queue.ts'

/** The item that plays, at most one in the whole product, with its queue. */
export interface NowPlaying extends Queue {
  /** Each new id mounts a new player, without state of the previous one. */
  id: number
  /** False after opening an address, until the user presses play. Until then, nothing is requested. */
  autoplay: boolean
  /** `full`: over everything. `docked`: the mini-player. `leaving`: closing. */
  view: 'full' | 'docked' | 'leaving'
  /** The screen that shows the full player; undefined while docked. */
  screen: PlayerScreen | undefined
  /** Whether autoplay or "play all" chose the item instead of the user. If the item fails, the next one plays. */
  startedAutomatically?: boolean | undefined
  /** Whether the docked item waits until the user presses play: it was queued, restored after a reload, or follows another docked item. */
  waits?: boolean | undefined
}

/** The screen below the full player, whose address names the item. */
export interface PlayerScreen {
  /** Changes the item in the address. */
  onItemChange: (item: PlayableItem) => void
  /** Returns to the screen without the player. */
  onLeave: () => void
}

export const nowPlaying = createStore<NowPlaying | null>(null)

export const changePlayer = (changes: Partial<NowPlaying>): void => nowPlaying.set((now) => now && { ...now, ...changes })

/** Updates the item's data without interrupting playback. */
export function updatePlayingItem(itemId: string, details: Pick<PlayableItem, 'title' | 'subtitle'>): void {
  const now = nowPlaying.get()
  const item = now?.items[now.index]
  if (!now || item?.id !== itemId || (item.title === details.title && item.subtitle === details.subtitle)) return
  changePlayer({ items: now.items.map((entry) => (entry === item ? { ...entry, ...details } : entry)) })
}

/** Closes the player. It is removed when its animation has ended: `removePlayer`. */
export function endPlayer(): void {
  const now = nowPlaying.get()
  if (!now || now.view === 'leaving') return
  changePlayer({ view: 'leaving' })
  if (now.view === 'full') now.screen?.onLeave()
}

/** Removes the player, as its closing animation has ended. */
export const removePlayer = (id: number): void => nowPlaying.set((now) => (now?.id === id && now.view === 'leaving' ? null : now))

/** Returns the playback position, for dialogs opened beside the player. */
type ReadPosition = () => { itemId: string; seconds: number | undefined }

let readPosition: ReadPosition | undefined

/** Registers a function that reads the position of the playing item. @returns a function that removes it */
export function registerPositionReader(position: ReadPosition): () => void {
  readPosition = position
  return () => {
    if (readPosition === position) readPosition = undefined
  }
}

/** Returns an item's position in whole seconds; undefined if it isn't playing. */
export function playingPosition(itemId: string): number | undefined {
  const now = readPosition?.()
  return now?.itemId === itemId && now.seconds !== undefined ? Math.floor(now.seconds) : undefined
}
