import { useEffect, useState } from 'react'
import { pictureAreas } from './elements.ts'

/** ms until the controls hide. */
const barsVisibleMs = 2500

export interface IdleState {
  idle: boolean
  setIdle: (idle: boolean) => void
}

/**
 * Whether there was no input for a while, so that the controls may hide. Keyboard focus and open menus keep them visible.
 * @param element the player
 * @param active false while the controls must stay
 */
export function useIdle(element: HTMLElement | null, active: boolean): IdleState {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!element || !active) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const isStillActive = () => element.querySelector(':focus-visible, [aria-expanded="true"]') !== null
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (isStillActive() ? restart() : setIdle(true)), barsVisibleMs)
    }
    const showBars = (event: Event) => {
      // Ignores taps on the picture: `PictureArea` toggles the controls.
      if (
        event instanceof PointerEvent &&
        event.pointerType === 'touch' &&
        event.target instanceof Element &&
        pictureAreas.closest(event.target)
      )
        return
      setIdle(false)
      restart()
    }
    restart()
    const listening = new AbortController()
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      element.addEventListener(type, showBars, { signal: listening.signal })
    return () => {
      clearTimeout(timer)
      listening.abort()
      setIdle(false)
    }
  }, [element, active])
  return { idle: idle && active, setIdle: (next) => setIdle(next && active) }
}
