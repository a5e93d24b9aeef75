import { createStore } from '#ui/store.ts'

/** A link to a neighbouring item. */
export interface Neighbour {
  title: string
  go: () => void
}

/** Neighbours outside a queue, such as TV channels: they don't autoplay. */
export interface Neighbours {
  itemId: string
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

/** Set by the feature that knows them, for the playing item. */
export const itemNeighbours = createStore<Neighbours | undefined>(undefined)

export function useItemNeighbours(itemId: string): Neighbours | undefined {
  const neighbours = itemNeighbours.use()
  return neighbours?.itemId === itemId ? neighbours : undefined
}
