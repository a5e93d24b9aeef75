import { type PointerEvent, useRef } from 'react'

/** How far a finger may wander, in px, before it is a scroll and not a press. */
const moveTolerancePx = 10
/** ms after a finger has been lifted in which a browser may still make a click of it: a slow one takes its time. */
const lateClickMs = 500

/**
 * Until the finger or mouse that is down has been lifted it presses nothing more: neither what it holds, nor what has opened under it.
 * Browsers differ in what the click goes to then, the held element or whatever is there by now.
 */
export function ignoreLifting(pointerId: number): void {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const end = () => listening.abort()
  const swallow = (event: Event) => {
    if (event.cancelable) event.preventDefault()
    event.stopPropagation()
    if (event.type === 'click') end()
  }
  // No mouse events are made of a touch that was prevented.
  addEventListener('touchend', (event) => event.cancelable && event.preventDefault(), { ...options, passive: false })
  for (const type of ['mousedown', 'mouseup', 'click']) addEventListener(type, swallow, options)
  for (const type of ['pointerup', 'pointercancel'] as const)
    addEventListener(type, (event) => event.pointerId === pointerId && setTimeout(end, lateClickMs), options)
  addEventListener('pointerdown', (event) => event.isPrimary && end(), options)
}

/**
 * Tells a finger that stays from a tap. Lifting it after a long press does nothing.
 * @param ms how long the finger has to stay
 */
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
        ignoreLifting(pointerId)
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
