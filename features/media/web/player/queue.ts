/** What plays one after the other, and how that changes: pure functions. An item stands in it once. */
import type { PlayableItem } from './plan.ts'

/** After the last item, or after each: what begins again. */
export const repeats = ['off', 'all', 'one'] as const
export type Repeat = (typeof repeats)[number]

export interface Queue {
  items: readonly PlayableItem[]
  /** Which of them plays. */
  index: number
  repeat: Repeat
  /** Ids in the order from before it was shuffled; undefined: it is not shuffled. */
  unshuffled?: readonly string[] | undefined
  /** The person has put it together: it stays when one of its items is played from elsewhere. */
  isOwn: boolean
}

/** More than anybody watches; a channel holds as many. */
export const maxQueued = 1000

const at = (queue: Queue, index: number): Queue => ({ ...queue, index })
const indexOfId = (items: readonly PlayableItem[], id: string | undefined) => items.findIndex((item) => item.id === id)
const currentOf = ({ items, index }: Queue) => items[index]

/** With other items; what plays goes on. */
function withItems(queue: Queue, items: readonly PlayableItem[]): Queue {
  const index = indexOfId(items, currentOf(queue)?.id)
  return { ...queue, items, index: Math.max(0, index), isOwn: true }
}

/** The next item that can play, in a direction; undefined: there is none. */
export function neighbourOf({ items, index, repeat }: Queue, step: 1 | -1): number | undefined {
  const count = items.length
  for (let tried = 1; tried < count; tried++) {
    const next = index + step * tried
    const wrapped = (next + count) % count
    if (wrapped !== next && repeat === 'off') return undefined
    if (!items[wrapped]?.gone) return wrapped
  }
  return undefined
}

/** With these behind what plays; those that stood elsewhere move. What plays stays. */
export function insertNext(queue: Queue, added: readonly PlayableItem[]): Queue {
  const current = currentOf(queue)
  const news = added.filter(({ id }, place) => id !== current?.id && indexOfId(added, id) === place)
  const others = queue.items.filter(({ id }) => indexOfId(news, id) < 0)
  const behind = indexOfId(others, current?.id) + 1
  return withItems(queue, [...others.slice(0, behind), ...news, ...others.slice(behind)].slice(0, maxQueued))
}

/** With those of these at its end that are not in it yet. */
export const append = (queue: Queue, added: readonly PlayableItem[]): Queue =>
  withItems(
    queue,
    [...queue.items, ...added.filter(({ id }, place) => indexOfId(queue.items, id) < 0 && indexOfId(added, id) === place)].slice(
      0,
      maxQueued,
    ),
  )

/** One at another place: `to` counts as if it were not there. */
export function move(queue: Queue, from: number, to: number): Queue {
  const moved = queue.items[from]
  if (!moved || from === to) return queue
  const others = queue.items.filter((_, index) => index !== from)
  return withItems(queue, [...others.slice(0, to), moved, ...others.slice(to)])
}

/** Without one. What plays stays. */
export const remove = (queue: Queue, index: number): Queue =>
  index === queue.index
    ? queue
    : withItems(
        queue,
        queue.items.filter((_, place) => place !== index),
      )

/** In any order, what plays first. @param random 0 to 1, without 1 */
export function shuffle(queue: Queue, random: () => number = Math.random): Queue {
  const current = currentOf(queue)
  const rest = queue.items.filter(({ id }) => id !== current?.id)
  for (let last = rest.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[rest[last], rest[other]] = [rest[other]!, rest[last]!]
  }
  return { ...withItems(queue, current ? [current, ...rest] : rest), unshuffled: queue.items.map(({ id }) => id) }
}

/** In the order from before it was shuffled; what was added since comes last. */
export function unshuffle(queue: Queue): Queue {
  const places = new Map(queue.unshuffled?.map((id, place) => [id, place]))
  const placeOf = ({ id }: PlayableItem) => places.get(id) ?? places.size
  return {
    ...withItems(
      queue,
      queue.items.toSorted((one, other) => placeOf(one) - placeOf(other)),
    ),
    unshuffled: undefined,
  }
}

/**
 * What a screen asks to play. What the person has put together stays, with what is known of its items by now, when it holds the item;
 * anything else gives way to what the screen has.
 */
export function presented(before: Queue | null, items: readonly PlayableItem[], index: number): Queue {
  const item = items[index]
  const held = before ? indexOfId(before.items, item?.id) : -1
  if (!before || held < 0) return { items, index, repeat: 'off', isOwn: false }
  if (!before.isOwn) return { ...before, items, index }
  const fresh = new Map(items.map((one) => [one.id, one]))
  return at({ ...before, items: before.items.map((one) => fresh.get(one.id) ?? one) }, held)
}
