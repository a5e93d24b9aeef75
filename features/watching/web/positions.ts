import { useSyncExternalStore } from 'react'
import { createStore } from '#ui/store.ts'
import type { Position } from '../contract.ts'

/** Positions for cards: one read per page. */
export const positionsQuery = { query: {} } as const
/** Continue watching, on both homes. */
export const continueQuery = { query: { limit: 30 } } as const

/** The reader's positions as known on this page: loaded, and updated by playback. */
export const knownPositions = createStore<ReadonlyMap<string, Position>>(new Map())

export const updatePosition = (position: Position): void => knownPositions.set((now) => new Map(now).set(position.id, position))

/** Renders again only when this video's position changes. */
export const usePosition = (id: string): Position | undefined =>
  useSyncExternalStore(knownPositions.subscribe, () => knownPositions.get().get(id))
