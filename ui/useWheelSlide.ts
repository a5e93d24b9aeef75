import { type RefObject, useEffect } from 'react'
import { scrollBehavior } from './remote.ts'

/** ms of turning that are slid at once. */
const gatheredMs = 20
/** px that a wheel which counts in lines turns by one. */
const lineHeight = 16

/**
 * Slides a bar sideways by a mouse wheel that turns up and down; at the bar's end the page scrolls again. Not for rows of cards, of
 * which a page is full: nobody could scroll past them. Those slide sideways by Shift and the wheel, as everything does.
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
