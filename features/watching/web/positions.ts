import { useSyncExternalStore } from 'react'
import { createStore } from '#ui/store.ts'
import type { Position } from '../contract.ts'

/** Where the reader is in videos, as far as this page knows: what was read, and what plays since. */
export const positions = createStore<ReadonlyMap<string, Position>>(new Map())

export const notePosition = (position: Position): void => positions.set((now) => new Map(now).set(position.id, position))

/** Only another position of this very video draws a component anew. */
export const usePosition = (id: string): Position | undefined => useSyncExternalStore(positions.subscribe, () => positions.get().get(id))
