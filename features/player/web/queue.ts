/** Pure functions on the queue. It contains each item once. */
import type { PlayableItem } from './plan.ts'

/** Repeat mode: the whole queue, or the current item. */
export const repeats = ['off', 'all', 'one'] as const
export type Repeat = (typeof repeats)[number]

export interface Queue {
  items: readonly PlayableItem[]
  /** Index of the playing item. */
  index: number
  repeat: Repeat
  /** Ids in the original order; undefined if not shuffled. */
  unshuffled?: readonly string[] | undefined
  /** Whether the user built the queue. Playing one of its items from another screen then keeps the queue. */
  isOwn: boolean
}

/** Maximum length, as many as a channel contains. */
export const maxQueued = 1000

const withIndex = (queue: Queue, index: number): Queue => ({ ...queue, index })
const indexOfId = (items: readonly PlayableItem[], id: string | undefined) => items.findIndex((item) => item.id === id)
const currentOf = ({ items, index }: Queue) => items[index]

/** Replaces the items. The playing item stays the same. */
function withItems(queue: Queue, items: readonly PlayableItem[]): Queue {
  const index = indexOfId(items, currentOf(queue)?.id)
  return { ...queue, items, index: Math.max(0, index), isOwn: true }
}

/** Returns the next playable item in a direction, if any. */
export function neighbourIndex({ items, index, repeat }: Queue, step: 1 | -1): number | undefined {
  const count = items.length
  for (let attempt = 1; attempt < count; attempt++) {
    const next = index + step * attempt
    const wrapped = (next + count) % count
    if (wrapped !== next && repeat === 'off') return undefined
    if (!items[wrapped]?.gone) return wrapped
  }
  return undefined
}

/** Puts items after the playing one. Items that are already in the queue are moved, except the playing item. */
export function insertNext(queue: Queue, added: readonly PlayableItem[]): Queue {
  const current = currentOf(queue)
  const newItems = added.filter(({ id }, place) => id !== current?.id && indexOfId(added, id) === place)
  const others = queue.items.filter(({ id }) => indexOfId(newItems, id) < 0)
  const behind = indexOfId(others, current?.id) + 1
  return withItems(queue, [...others.slice(0, behind), ...newItems, ...others.slice(behind)].slice(0, maxQueued))
}

/** Appends the items that aren't in the queue yet. */
export const appendItems = (queue: Queue, added: readonly PlayableItem[]): Queue =>
  withItems(
    queue,
    [...queue.items, ...added.filter(({ id }, place) => indexOfId(queue.items, id) < 0 && indexOfId(added, id) === place)].slice(
      0,
      maxQueued,
    ),
  )

/** Moves an item. `to` is an index in the queue without the item. */
export function moveItem(queue: Queue, from: number, to: number): Queue {
  const movedItem = queue.items[from]
  if (!movedItem || from === to) return queue
  const others = queue.items.filter((_, index) => index !== from)
  return withItems(queue, [...others.slice(0, to), movedItem, ...others.slice(to)])
}

/** Removes an item. The playing item stays. */
export const removeItem = (queue: Queue, index: number): Queue =>
  index === queue.index
    ? queue
    : withItems(
        queue,
        queue.items.filter((_, place) => place !== index),
      )

/** Shuffles the queue, with the playing item first. @param random 0 to 1, excluding 1 */
export function shuffleQueue(queue: Queue, random: () => number = Math.random): Queue {
  const current = currentOf(queue)
  const others = queue.items.filter(({ id }) => id !== current?.id)
  for (let last = others.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[others[last], others[other]] = [others[other]!, others[last]!]
  }
  return { ...withItems(queue, current ? [current, ...others] : others), unshuffled: queue.items.map(({ id }) => id) }
}

/** Restores the original order. Items that were added since come last. */
export function unshuffleQueue(queue: Queue): Queue {
  const places = new Map(queue.unshuffled?.map((id, place) => [id, place]))
  const placeOf = ({ id }: PlayableItem) => places.get(id) ?? places.size
  return {
    ...withItems(
      queue,
      queue.items.toSorted((a, b) => placeOf(a) - placeOf(b)),
    ),
    unshuffled: undefined,
  }
}

/**
 * Returns the queue for an item that a screen plays. A queue that the user has built stays, with updated data, if it contains the item. If
 * it doesn't, the screen's queue replaces it.
 */
export function queueToPresent(before: Queue | null, items: readonly PlayableItem[], index: number): Queue {
  const item = items[index]
  const indexBefore = before ? indexOfId(before.items, item?.id) : -1
  if (!before || indexBefore < 0) return { items, index, repeat: 'off', isOwn: false }
  if (!before.isOwn) return { ...before, items, index }
  const freshItems = new Map(items.map((item) => [item.id, item]))
  return withIndex({ ...before, items: before.items.map((item) => freshItems.get(item.id) ?? item) }, indexBefore)
}
