/** How what plays is shown, and which item that is. */
import { pageHistory } from '#shell/navigation.ts'
import { changePlayer, endPlayer, nowPlaying, type PlayerScreen } from './now-playing.ts'
import { markFocusAsOrigin } from './origin.ts'
import type { PlayableItem } from './plan.ts'
import { presented, type Queue } from './queue.ts'
import { keepQueue, readQueue } from './stored-queue.ts'

/** Does it play, docked perhaps? */
export const isPlaying = (itemId: string): boolean => {
  const now = nowPlaying.get()
  return now?.items[now.index]?.id === itemId
}

let last = 0
let releasing: ReturnType<typeof setTimeout> | undefined
nowPlaying.subscribe(() => keepQueue(nowPlaying.get()))

interface Presented {
  /** What plays one after the other, unless the person has put together something else that holds the item. */
  items: readonly PlayableItem[]
  /** Which of them plays. */
  index: number
  autoplay: boolean
  screen: PlayerScreen
}

/** Shows the full player. What was docked goes on when it is the same item, and gives way when it is another. */
export function presentPlayer({ items, index, autoplay, screen }: Presented): void {
  clearTimeout(releasing)
  const now = nowPlaying.get()
  const goesOn = now && now.view !== 'leaving' ? now : null
  const item = items[index]
  if (!goesOn && item) markFocusAsOrigin(item.id)
  const queue = presented(goesOn ?? readQueue() ?? null, items, index)
  const cameByItself = goesOn?.items[goesOn.index]?.id === item?.id && goesOn?.cameByItself
  nowPlaying.set({ ...queue, id: goesOn?.id ?? ++last, autoplay, view: 'full', screen, cameByItself })
}

/** Plays these from the first one on: the person has asked for all of them. What played before gives way. @returns the address to go to */
export function startQueue(items: readonly PlayableItem[]): string | undefined {
  const [first] = items
  if (!first) return undefined
  clearTimeout(releasing)
  const now = nowPlaying.get()
  const id = now && now.view !== 'leaving' ? now.id : ++last
  nowPlaying.set({ id, items, index: 0, repeat: 'off', isOwn: true, autoplay: true, view: 'full', screen: undefined, cameByItself: true })
  return first.href
}

/** Shows what plays next in the mini-player, where it waits for a press. @returns what takes that back */
export function waitDocked(queue: Queue): () => void {
  const id = ++last
  nowPlaying.set({ ...queue, id, autoplay: false, view: 'docked', screen: undefined, waits: true })
  return () => nowPlaying.get()?.id === id && endPlayer()
}

/** Puts the mini-player back that was there before the page was loaded anew. */
export function restoreDocked(): void {
  const stored = readQueue()
  if (nowPlaying.get() || !stored?.isDocked) return
  const { isDocked: _, ...queue } = stored
  waitDocked(queue)
}

/** The screen that showed the full player has gone, or its address names no item any more. Unless it is shown again at once, the player docks. */
export function releasePlayer(): void {
  clearTimeout(releasing)
  releasing = setTimeout(() => {
    const now = nowPlaying.get()
    // Its channel is another one, which is on its way.
    if (now?.view === 'full' && now.items[now.index]?.href === location.pathname + location.search) return
    changePlayer({ screen: undefined, ...(now?.view === 'full' && { view: 'docked' as const }) })
  })
}

/** Another item is to play. @param byItself the one before it has ended, or failed */
export function playIndex(index: number, byItself = false): void {
  const now = nowPlaying.get()
  const item = now?.items[index]
  if (!now || !item) return
  changePlayer({ index, autoplay: true, cameByItself: byItself, ...(now.view === 'docked' && { waits: true }) })
  if (now.view === 'full') now.screen?.onItemChange(item)
}

/** The docked player is full again. The link that was pressed leads to the address that says so. */
export const expandPlayer = (): void =>
  changePlayer({ view: 'full', waits: false, screen: { onItemChange: () => undefined, onLeave: () => pageHistory.back() } })

/** Makes it small, and leads back to the screen below: once, however often it is asked. */
export function dockPlayer(): void {
  const now = nowPlaying.get()
  if (now?.view !== 'full') return
  changePlayer({ view: 'docked', screen: undefined })
  now.screen?.onLeave()
}
