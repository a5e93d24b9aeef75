import { type PointerEvent, useRef } from 'react'

/** A finger that moves further than this, in px, scrolls. */
const moveTolerancePx = 10
/** After a release, slow browsers may fire a click within this time, in ms. */
const lateClickMs = 500

/**
 * Ignores presses until the pointer is released, on the held element and on an element that opened under the pointer. Browsers differ in
 * which of the two gets the click.
 */
export function ignoreRelease(pointerId: number): void {
  const abortController = new AbortController()
  const options = { capture: true, signal: abortController.signal }
  const end = () => abortController.abort()
  const stopEvent = (event: Event) => {
    if (event.cancelable) event.preventDefault()
    event.stopPropagation()
    if (event.type === 'click') end()
  }
  // A touch whose default is prevented fires no mouse events.
  addEventListener('touchend', (event) => event.cancelable && event.preventDefault(), { ...options, passive: false })
  for (const type of ['mousedown', 'mouseup', 'click']) addEventListener(type, stopEvent, options)
  for (const type of ['pointerup', 'pointercancel'] as const)
    addEventListener(type, (event) => event.pointerId === pointerId && setTimeout(end, lateClickMs), options)
  addEventListener('pointerdown', (event) => event.isPrimary && end(), options)
}

/** Distinguishes a long press from a tap. Releasing after a long press has no effect. @param ms duration of a long press */
export function useLongPress(ms: number, pressed: (target: HTMLElement, point: { x: number; y: number }) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown: ({ pointerType, pointerId, currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
      stop()
      if (pointerType === 'mouse') return
      const point = { x: clientX, y: clientY }
      start.current = point
      timer.current = setTimeout(() => {
        if (!currentTarget.isConnected) return
        ignoreRelease(pointerId)
        pressed(currentTarget, point)
      }, ms)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { x, y } = start.current
      if (Math.hypot(event.clientX - x, event.clientY - y) > moveTolerancePx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
}
