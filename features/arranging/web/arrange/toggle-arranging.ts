import type { ReactElement } from 'react'
import { fade } from '#ui/fade.ts'
import { createStore } from '#ui/store.ts'
import type { PlaylistTile } from '#features/channels/contract.ts'
import { editModeId } from '#features/channels/web/edit-mode.ts'

/** The user's bar, as a value of {@link editModeId}. */
export const barEditModeId = 'bar'

/** Toggles the edit mode of a channel or the bar. */
export const toggleArranging = (id: string): void => fade(() => editModeId.set((now) => (now === id ? undefined : id)))

/** Starts the edit mode of the bar. */
export const startArrangingBar = (): void => fade(() => editModeId.set(barEditModeId))

/** Ends the edit mode. */
export const stopArranging = (): void => fade(() => editModeId.set(undefined))

/** Stops of followed channels at the end of the user's bar; another feature sets them. */
export const followedStops = createStore<((current: PlaylistTile | undefined) => readonly ReactElement[]) | undefined>(undefined)
