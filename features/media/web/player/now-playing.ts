import { pageHistory } from '#shell/navigation.ts'
import { createStore } from '#ui/store.ts'
import { markFocusAsOrigin } from './origin.ts'
import type { PlayableItem } from './plan.ts'

/** What plays, wherever in the product one is: one thing at most. */
export interface NowPlaying {
  /** Another number is another player: nothing of the one before it goes on. */
  id: number
  /** What plays one after the other. */
  items: readonly PlayableItem[]
  /** Which of them plays now. */
  index: number
  /** What the items are a part of: the channel or the series. */
  title: string
  /** False when nobody has pressed play yet (an address that was opened): then nothing is asked of anybody until somebody does. */
  autoplay: boolean
  /** `full`: over everything. `docked`: the mini-player, beside whatever one looks at. `leaving`: on its way out. */
  view: 'full' | 'docked' | 'leaving'
  /** Once for each item, when it really plays; what it starts ends with the player. */
  onPlaying?: ((item: PlayableItem) => void) | undefined
  /** The address that shows an item in the full player. */
  addressOf: (item: PlayableItem) => string
  /** The screen that shows the full player. Absent while it is docked: nobody has to be asked then. */
  screen: PlayerScreen | undefined
}

/** The screen over which the full player lies: its address says what plays. */
export interface PlayerScreen {
  /** Has another item stand in the address. */
  onIndexChange: (index: number) => void
  /** Leads back to the screen without the player. */
  onLeave: () => void
}

type Presented = Pick<NowPlaying, 'items' | 'index' | 'title' | 'autoplay' | 'onPlaying' | 'addressOf'> & { screen: PlayerScreen }

export const nowPlaying = createStore<NowPlaying | null>(null)

/** Does it play, docked perhaps? */
export const isPlaying = (itemId: string): boolean => {
  const now = nowPlaying.get()
  return now?.items[now.index]?.id === itemId
}

let last = 0
let releasing: ReturnType<typeof setTimeout> | undefined

const change = (changes: Partial<NowPlaying>) => nowPlaying.set((now) => now && { ...now, ...changes })

/** Shows the full player. What was docked goes on when it is the same item, and gives way when it is another. */
export function presentPlayer(presented: Presented): void {
  clearTimeout(releasing)
  const now = nowPlaying.get()
  const goesOn = now && now.view !== 'leaving'
  const item = presented.items[presented.index]
  if (!goesOn && item) markFocusAsOrigin(item.id)
  const id = goesOn ? now.id : ++last
  nowPlaying.set({ ...presented, id, view: 'full' })
}

/** The screen that showed the full player has gone, or its address names no item any more. Unless it shows it again at once, the player docks. */
export function releasePlayer(): void {
  clearTimeout(releasing)
  releasing = setTimeout(() => change({ screen: undefined, ...(nowPlaying.get()?.view === 'full' && { view: 'docked' as const }) }))
}

/** Another item is to play: chosen by the person, or the next because this one has ended. */
export function playIndex(index: number): void {
  const now = nowPlaying.get()
  if (now?.screen && now.view === 'full') now.screen.onIndexChange(index)
  else change({ index })
}

/** The docked player is full again. The link that was pressed leads to the address that says so. */
export const expandPlayer = (): void =>
  change({ view: 'full', screen: { onIndexChange: (index) => change({ index }), onLeave: () => pageHistory.back() } })

/** Makes it small, and leads back to the screen below: once, however often it is asked. */
export function dockPlayer(): void {
  const now = nowPlaying.get()
  if (now?.view !== 'full') return
  change({ view: 'docked', screen: undefined })
  now.screen?.onLeave()
}

/** Ends it. It stays until it has left the screen: `playerHasLeft`. */
export function endPlayer(): void {
  const now = nowPlaying.get()
  if (!now || now.view === 'leaving') return
  change({ view: 'leaving' })
  if (now.view === 'full') now.screen?.onLeave()
}

/** It is out of sight. */
export const playerHasLeft = (id: number): void => nowPlaying.set((now) => (now?.id === id && now.view === 'leaving' ? null : now))
