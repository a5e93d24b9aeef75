import { createStore } from '#ui/store.ts'
import type { PlayableItem } from './plan.ts'
import type { Queue } from './queue.ts'

/** What plays, wherever in the product one is: one thing at most, and what comes after it. */
export interface NowPlaying extends Queue {
  /** Another number is another player: nothing of the one before it goes on. */
  id: number
  /** False when nobody has pressed play yet (an address that was opened): then nothing is asked of anybody until somebody does. */
  autoplay: boolean
  /** `full`: over everything. `docked`: the mini-player, beside whatever one looks at. `leaving`: on its way out. */
  view: 'full' | 'docked' | 'leaving'
  /** The screen that shows the full player. Absent while it is docked: nobody has to be asked then. */
  screen: PlayerScreen | undefined
  /** Nobody has chosen this very one: what played before it had ended, or it is the first of all that are to play. When it fails, the next one comes. */
  cameByItself?: boolean | undefined
  /** Docked, it may wait for a press: it was put into the queue, came after another that played there, or the page was loaded anew. */
  waits?: boolean | undefined
}

/** The screen over which the full player lies: its address says what plays. */
export interface PlayerScreen {
  /** Has another item stand in the address. */
  onItemChange: (item: PlayableItem) => void
  /** Leads back to the screen without the player. */
  onLeave: () => void
}

export const nowPlaying = createStore<NowPlaying | null>(null)

export const changePlayer = (changes: Partial<NowPlaying>): void => nowPlaying.set((now) => now && { ...now, ...changes })

/** What is told of the item that plays has changed; it plays on. */
export function describePlaying(itemId: string, told: Pick<PlayableItem, 'title' | 'subtitle'>): void {
  const now = nowPlaying.get()
  const item = now?.items[now.index]
  if (!now || item?.id !== itemId || (item.title === told.title && item.subtitle === told.subtitle)) return
  changePlayer({ items: now.items.map((one) => (one === item ? { ...one, ...told } : one)) })
}

/** Ends it. It stays until it has left the screen: `playerHasLeft`. */
export function endPlayer(): void {
  const now = nowPlaying.get()
  if (!now || now.view === 'leaving') return
  changePlayer({ view: 'leaving' })
  if (now.view === 'full') now.screen?.onLeave()
}

/** It is out of sight. */
export const playerHasLeft = (id: number): void => nowPlaying.set((now) => (now?.id === id && now.view === 'leaving' ? null : now))
