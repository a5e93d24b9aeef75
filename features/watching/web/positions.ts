import { useSyncExternalStore } from 'react'
import { createStore } from '#ui/store.ts'
import type { Position } from '../contract.ts'

/** Reads the positions for all cards of a page in one call. */
export const positionsQuery = { query: {} } as const
/** Reads "Continue watching", which is on both home pages. */
export const continueQuery = { query: { limit: 30 } } as const

/** The reader's positions: loaded once, then updated by playback. */
export const knownPositions = createStore<ReadonlyMap<string, Position>>(new Map())

export const updatePosition = (position: Position): void => knownPositions.set((now) => new Map(now).set(position.id, position))

/** Returns the user's position in a video. Rerenders only when that position changes. */
export const usePosition = (id: string): Position | undefined =>
  useSyncExternalStore(knownPositions.subscribe, () => knownPositions.get().get(id))
