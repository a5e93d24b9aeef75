import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** How far a finger may wander, in px, before it is a scroll and not a press. */
const moveTolerancePx = 10

/**
 * Tells a finger that stays from a tap. The click that ends a long press does nothing.
 * @param ms how long the finger has to stay
 */
export function useLongPress(ms: number, pressed: (target: HTMLElement, point: { x: number; y: number }) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const happened = useRef(false)
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      happened.current = false
      stop()
      if (event.pointerType === 'mouse') return
      const target = event.currentTarget
      const point = { x: event.clientX, y: event.clientY }
      start.current = point
      timer.current = setTimeout(() => {
        happened.current = true
        pressed(target, point)
      }, ms)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { x, y } = start.current
      if (Math.hypot(event.clientX - x, event.clientY - y) > moveTolerancePx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (!happened.current) return
      happened.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
