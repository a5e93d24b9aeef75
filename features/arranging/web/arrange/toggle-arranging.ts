import type { ReactElement } from 'react'
import { moveElements } from '#ui/move.ts'
import { createStore } from '#ui/store.ts'
import type { PlaylistTile } from '#features/channels/contract.ts'
import { editModeId } from '#features/channels/web/edit-mode.ts'

/** The user's bar, as a value of {@link editModeId}. */
export const barEditModeId = 'bar'

/** Tiles and cards by their links, and headings by their texts: the edit mode renders the same ones in other sections. */
const findMovable = (content: Element) =>
  new Map(
    [...content.querySelectorAll<HTMLElement>('h2, li')].map((element) => [
      element.querySelector('a')?.getAttribute('href') ?? element.textContent,
      element,
    ]),
  )

/** Changes the edit mode. Tiles, cards and headings that stay move to their new places. */
const changeEditMode = (next: (now: string | undefined) => string | undefined) =>
  moveElements(document.getElementById('content'), findMovable, () => editModeId.set(next))

/** Toggles the edit mode of a channel or the bar. */
export const toggleArranging = (id: string): void => changeEditMode((now) => (now === id ? undefined : id))

/** Starts the edit mode of the bar. */
export const startArrangingBar = (): void => changeEditMode(() => barEditModeId)

/** Ends the edit mode. */
export const stopArranging = (): void => changeEditMode(() => undefined)

/** Stops of followed channels at the end of the user's bar; another feature sets them. */
export const followedStops = createStore<((current: PlaylistTile | undefined) => readonly ReactElement[]) | undefined>(undefined)
