import { type RefObject, useEffect } from 'react'
import { scrollBehavior } from './remote.ts'

/** Wheel turns within this many ms are combined. */
const gatheredMs = 20
/** px per line for wheels that report lines. */
const lineHeight = 16

/**
 * Scrolls a bar sideways with a vertical mouse wheel; at its end the page scrolls again. Not for rows of cards, which would trap
 * the wheel: those use Shift and the wheel.
 */
export function useWheelSlide(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = bar
    if (!current) return
    let turned = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const slide = () => {
      timer = undefined
      current.scrollBy({ left: turned, behavior: scrollBehavior() })
      turned = 0
    }
    const turn = (event: WheelEvent) => {
      const { deltaX, deltaY, deltaMode, ctrlKey, shiftKey } = event
      if (ctrlKey || shiftKey || Math.abs(deltaX) >= Math.abs(deltaY)) return
      const { scrollLeft, scrollWidth, clientWidth } = current
      if (deltaY < 0 ? scrollLeft <= 0 : scrollLeft + clientWidth >= scrollWidth - 1) return
      event.preventDefault()
      turned += deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * lineHeight : deltaY
      timer ??= setTimeout(slide, gatheredMs)
    }
    current.addEventListener('wheel', turn, { passive: false })
    return () => {
      clearTimeout(timer)
      current.removeEventListener('wheel', turn)
    }
  }, [bar])
}
