import type { ReactElement } from 'react'
import { createStore } from '#ui/store.ts'
import type { PlaylistTile } from '../../contract.ts'

/** What is in edit mode, as long as one is on it: a channel by its id, or {@link ownBar}. One thing at a time. */
export const arranged = createStore<string | undefined>(undefined)

/** The bar of one's own channels. */
export const ownBar = 'bar'

/** Edit mode of a channel or the bar, on and off. */
export const toggleArranging = (id: string): void => arranged.set((now) => (now === id ? undefined : id))

/** Edit mode of the bar begins. */
export const arrangeBar = (): void => arranged.set(ownBar)

/** Stops that stand last in one's own bar: of what one follows, which another feature knows. */
export const followedStops = createStore<((tuned: PlaylistTile | undefined) => readonly ReactElement[]) | undefined>(undefined)
