import { ignoreRelease } from '../useLongPress.ts'
import { startDrag } from './drag.ts'
import type { Point } from './geometry.ts'
import { type Drag, draggedElement, dragging, type DragSource } from './surface.ts'

/** A mouse that moves this far, in px, starts a drag instead of a click. */
const thresholdPx = 5
/** A finger that is held this long, in ms, lifts an item. */
const longPressMs = 350
/** A held finger may move this far, in px. If it moves further, it scrolls the page, or drags a lifted item. */
const moveTolerancePx = 10
/** Duration of the vibration when an item is lifted, in ms. */
const tickMs = 12

/** The current drag. A page has at most one. */
let current: Drag | undefined
/** True while a finger holds an item whose menu opened, and may still drag the item. */
let isMenuPending = false
export const isDragging = (): boolean => current !== undefined || isMenuPending
/** Puts the dragged item back, if there is one. */
export const endDrag = (): void => current?.cancel()

function beginDrag(source: DragSource, point: Point | undefined, onEnd: () => void): Drag {
  current?.cancel()
  const drag = startDrag({
    source,
    at: point,
    onEnd() {
      current = undefined
      dragging.set(false)
      draggedElement.set(undefined)
      onEnd()
    },
  })
  current = drag
  dragging.set(true)
  draggedElement.set(source.element)
  return drag
}

const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })

/** Cancels the drag when the user leaves: another window or tab, or the phone is rotated. */
function endOnBlur(end: () => void, signal: AbortSignal): void {
  // Only `blur` of the window itself arrives here, because `blur` events of elements don't bubble.
  for (const type of ['blur', 'pagehide', 'resize'] as const) addEventListener(type, end, { signal })
  document.addEventListener('visibilitychange', end, { signal })
}

export interface PressOptions {
  /** The pointer's latest event, if it moved while the drag code loaded. */
  latest?: PointerEvent | undefined
  /** Time in ms for which a finger must hold the item to lift it. 0 lifts at once. */
  liftMs?: number
  /** A still finger opens a menu after `ms`, and a lifted item goes back. If the finger then moves, the menu closes and the drag starts. */
  stay?: { ms: number; openMenu: (point: Point) => void; closeMenu: () => void } | undefined
}

/**
 * Handles a press: a mouse that moves starts a drag, and a held finger lifts the item. Other gestures do what they usually do.
 * @param event the press's `pointerdown`
 */
export function pressToDrag(
  event: PointerEvent,
  source: DragSource,
  { latest = event, liftMs = longPressMs, stay }: PressOptions = {},
): void {
  const { pointerId, pointerType } = event
  const isMouse = pointerType === 'mouse'
  const start = pointOf(event)
  let drag: Drag | undefined
  let hasMoved = false
  const abortController = new AbortController()
  const options = { signal: abortController.signal, capture: true }
  let isOpeningMenu = false
  const stop = () => {
    if (isOpeningMenu) return
    isMenuPending = false
    clearTimeout(holding)
    clearTimeout(menuTimer)
    abortController.abort()
  }
  const lift = (point: Point) => {
    clearTimeout(holding)
    if (!source.element.isConnected) return stop()
    // Ignores the click after a drag, even after a drag that was cancelled before the release.
    ignoreRelease(pointerId)
    // With captured pointer, the browser looks for no other targets or hover styles, and events continue if the element is removed.
    document.documentElement.setPointerCapture(pointerId)
    drag = beginDrag(source, start, stop)
    drag.moveTo(point)
  }
  const startHeldDrag = () => {
    if ('vibrate' in navigator) navigator.vibrate(tickMs)
    lift(start)
  }
  const holding = isMouse || liftMs === 0 ? undefined : setTimeout(startHeldDrag, liftMs)
  const menuTimer =
    stay && !isMouse
      ? setTimeout(() => {
          isOpeningMenu = true
          drag?.cancel()
          drag = undefined
          isOpeningMenu = false
          isMenuPending = true
          stay.openMenu(start)
        }, stay.ms)
      : undefined
  const end = () => {
    if (drag) drag.cancel()
    else stop()
  }
  const follow = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    const movedPx = Math.hypot(event.clientX - start.x, event.clientY - start.y)
    if (movedPx > moveTolerancePx) clearTimeout(menuTimer)
    hasMoved ||= movedPx > moveTolerancePx
    if (drag) {
      event.stopPropagation()
      drag.moveTo(pointOf(event))
    } else if (isMenuPending) {
      if (!hasMoved) return
      isMenuPending = false
      stay?.closeMenu()
      lift(pointOf(event))
    } else if (isMouse && movedPx >= thresholdPx) lift(pointOf(event))
    else if (!isMouse && movedPx > moveTolerancePx) stop()
  }
  document.addEventListener('pointermove', follow, options)
  document.addEventListener(
    'pointerup',
    (lifted) => {
      if (lifted.pointerId !== pointerId) return
      if (!drag) return stop()
      drag.moveTo(pointOf(lifted))
      if (isMouse || hasMoved) return drag.drop()
      drag.cancel()
      source.onHeld?.()
    },
    options,
  )
  // Ends when another finger touches the screen, or when the system cancels this pointer.
  document.addEventListener('pointerdown', end, options)
  document.addEventListener('pointercancel', end, options)
  endOnBlur(end, abortController.signal)
  document.addEventListener(
    'keydown',
    (pressed) => {
      if (!drag) return
      pressed.stopPropagation()
      if (pressed.key === 'Escape') {
        pressed.preventDefault()
        drag.cancel()
      }
    },
    options,
  )
  // Prevents what a long press usually does: a context menu, selecting text, dragging a link.
  document.addEventListener(
    'contextmenu',
    (opened) => {
      if (isMouse && !drag) return
      opened.preventDefault()
      opened.stopPropagation()
    },
    options,
  )
  for (const type of ['selectstart', 'dragstart']) document.addEventListener(type, (native) => native.preventDefault(), options)
  // Starts without waiting for a move, because the browser would use that move for scrolling.
  if (!isMouse && liftMs === 0) startHeldDrag()
  follow(latest)
}

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
const arrowOf = (key: string) => arrows.find((arrow) => arrow === key)

/** Lifts an item by keyboard: arrow keys move it, Space or Enter drops it, Escape or leaving cancels. */
export function liftByKey(source: DragSource): void {
  const abortController = new AbortController()
  const options = { signal: abortController.signal, capture: true }
  const drag = beginDrag(source, undefined, () => abortController.abort())
  document.addEventListener(
    'keydown',
    (event) => {
      const { key } = event
      event.stopPropagation()
      if (key === 'Tab') return drag.cancel()
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      const arrow = arrowOf(key)
      if (arrow) drag.step(arrow)
      else if (key === ' ' || key === 'Enter') drag.drop()
      else if (key === 'Escape') drag.cancel()
    },
    options,
  )
  document.addEventListener('pointerdown', drag.cancel, options)
  endOnBlur(drag.cancel, abortController.signal)
}
