import { announce, toast } from '#ui/toasts.ts'
import { changePlayer, nowPlaying } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'
import { queueInMiniPlayer } from './presenting.ts'
import { appendItems, insertNext, moveItem, type Queue, removeItem, repeats, shuffleQueue, unshuffleQueue } from './queue.ts'
import { t } from './texts.ts'

/** Changes the queue and announces it. @returns an undo function; undefined if nothing plays */
function changeQueue(change: (queue: Queue) => Queue): (() => void) | undefined {
  const before = nowPlaying.get()
  if (!before || before.view === 'leaving') return undefined
  const { items, unshuffled, isOwn } = before
  changePlayer(change(before))
  return () => {
    const now = nowPlaying.get()
    const playing = now?.items[now.index]
    const index = items.findIndex(({ id }) => id === playing?.id)
    if (index >= 0) changePlayer({ items, index, unshuffled, isOwn })
  }
}

/** Changes the queue. If nothing plays, the items wait in the mini-player. @returns an undo function */
const queueItems = (items: readonly PlayableItem[], change: (queue: Queue) => Queue): (() => void) =>
  changeQueue(change) ?? queueInMiniPlayer({ items, index: 0, repeat: 'off', isOwn: true })

export const playNext = (items: readonly PlayableItem[]): (() => void) => queueItems(items, (queue) => insertNext(queue, items))
export const addToQueue = (items: readonly PlayableItem[]): (() => void) => queueItems(items, (queue) => appendItems(queue, items))

/** @param from current index @param to new index, in the queue without the item */
export function moveInQueue(from: number, to: number): void {
  const queue = nowPlaying.get()
  const item = queue?.items[from]
  if (!queue || !item || to <= queue.index || to >= queue.items.length) return
  changeQueue((now) => moveItem(now, from, to))
  announce(t('queue.moved', { title: item.title, place: to - queue.index }))
}

export function removeFromQueue(index: number): void {
  const item = nowPlaying.get()?.items[index]
  if (!item) return
  const undo = changeQueue((queue) => removeItem(queue, index))
  if (undo) toast(t('queue.removed', { title: item.title }), { action: { name: t('queue.undo'), perform: undo } })
}

export function toggleShuffle(): void {
  const now = nowPlaying.get()
  if (!now) return
  changeQueue(now.unshuffled ? unshuffleQueue : shuffleQueue)
  announce(t(now.unshuffled ? 'queue.shuffleOff' : 'queue.shuffleOn'))
}

/** Cycles: off, all, one. */
export function cycleRepeat(): void {
  const now = nowPlaying.get()
  if (!now) return
  const repeat = repeats[(repeats.indexOf(now.repeat) + 1) % repeats.length] ?? 'off'
  changePlayer({ repeat })
  announce(t(`queue.repeat.${repeat}`))
}
