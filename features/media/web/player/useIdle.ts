import { useEffect, useState } from 'react'

/** ms that the bars stay after they were shown. */
const barsVisibleMs = 2500

export interface Idle {
  idle: boolean
  setIdle: (idle: boolean) => void
}

/**
 * Whether nobody has moved, touched or typed for a while, so that the bars over the picture may go. What has the keyboard's focus,
 * and an open menu, keep them.
 * @param element the player
 * @param active false while the bars are to stay anyway
 */
export function useIdle(element: HTMLElement | null, active: boolean): Idle {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!element || !active) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const isKept = () => element.querySelector(':focus-visible, [aria-expanded="true"]') !== null
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (isKept() ? restart() : setIdle(true)), barsVisibleMs)
    }
    const showBars = (event: Event) => {
      // A tap shows or hides the bars itself.
      if (
        event instanceof PointerEvent &&
        event.pointerType === 'touch' &&
        event.target instanceof Element &&
        event.target.closest('[data-picture]')
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
  return { idle: idle && active, setIdle }
}
