import { createStore } from '#ui/store.ts'

/** A way to what is beside what plays. */
export interface Neighbour {
  title: string
  go: () => void
}

/** What is beside an item where that is no queue, as with the channels of a television: nothing of it plays by itself when the item ends. */
export interface Neighbours {
  itemId: string
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

/** Set by whoever knows them, for the item that plays. */
export const itemNeighbours = createStore<Neighbours | undefined>(undefined)

export function useItemNeighbours(itemId: string): Neighbours | undefined {
  const neighbours = itemNeighbours.use()
  return neighbours?.itemId === itemId ? neighbours : undefined
}
