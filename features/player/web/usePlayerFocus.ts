import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { NowPlaying } from './now-playing.ts'
import { returnFocus, useModal } from './useModal.ts'

/**
 * Keeps the focus inside the full player, and returns it to the page when the player docks or closes.
 * @returns the player's keydown handler, which traps Tab
 */
export function usePlayerFocus(root: HTMLElement | null, view: NowPlaying['view'], itemId: string) {
  const keepFocusInside = useModal(root, view === 'full')
  const restoreFocus = useEffectEvent((player: HTMLElement) => {
    const { activeElement } = document
    if (player.contains(activeElement) || activeElement === document.body) returnFocus(itemId)
  })
  // A layout effect, because React restores the focus while it removes elements.
  useLayoutEffect(() => {
    if (root && view !== 'full') restoreFocus(root)
  }, [root, view])
  // Moves the focus if the button that had it is gone.
  useEffect(() => {
    if (view === 'full' && document.activeElement === document.body) root?.focus()
  })
  return keepFocusInside
}
