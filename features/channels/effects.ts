/** Applies the effects of moves to the orders of a channel. Pure, because both the server and the web use it. */
import type { ChannelEffect } from './contract.ts'

/** Ids in order, by container: the series of a channel, and the videos of each series. */
export type Orders = ReadonlyMap<string, readonly string[]>

/** Returns the orders after a move. Undefined if the orders lack a moved item, or the effect is partial. */
export function withEffect(orders: Orders, { placed, gone, is_partial: isPartial }: ChannelEffect): Orders | undefined {
  const knownIds = new Set([...orders.values()].flat())
  if (isPartial || !placed.every((item) => knownIds.has(item.id) && orders.has(item.in))) return undefined
  const leaving = new Set([...placed.map(({ id }) => id), ...gone])
  const next = new Map([...orders].map(([id, order]) => [id, order.filter((item) => !leaving.has(item))]))
  for (const { id, in: container, after } of placed) {
    const order = next.get(container)!
    const index = after === null ? 0 : order.indexOf(after) + 1
    if (after !== null && index === 0) return undefined
    order.splice(index, 0, id)
  }
  return next
}

/**
 * Splits effects into those that follow the revision without a gap, and those that wait for missing effects. Drops effects that the
 * revision includes.
 */
export function splitConsecutiveEffects(
  revision: number,
  effects: readonly ChannelEffect[],
): { next: ChannelEffect[]; waiting: ChannelEffect[] } {
  const next: ChannelEffect[] = []
  const waiting: ChannelEffect[] = []
  let reachedRevision = revision
  for (const effect of effects.toSorted((a, b) => a.revision - b.revision)) {
    if (effect.revision <= reachedRevision) continue
    if (effect.revision > reachedRevision + 1) waiting.push(effect)
    else {
      next.push(effect)
      reachedRevision++
    }
  }
  return { next, waiting }
}
