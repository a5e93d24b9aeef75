import { ignoreLifting } from '../useLongPress.ts'
import { startDrag } from './drag.ts'
import type { Point } from './geometry.ts'
import type { Drag, DragSource } from './surface.ts'

/** px that a mouse goes until it drags, and no longer clicks. */
const thresholdPx = 5
/** ms that a finger holds something until that is lifted. */
const holdMs = 350
/** px that a finger trembles while it holds still: further it scrolls, or drags what is lifted. */
const wanderPx = 10
/** ms of the tick that is felt when something is lifted. */
const tickMs = 12

/** The drag that is under way: one a page. */
let current: Drag | undefined
/** A finger still holds what its menu opened for, and may drag it. */
let holdsMenu = false
export const isDragging = (): boolean => current !== undefined || holdsMenu

function begin(source: DragSource, at: Point | undefined, onEnd: () => void): Drag {
  current?.cancel()
  const drag = startDrag({
    source,
    at,
    onEnd() {
      current = undefined
      onEnd()
    },
  })
  current = drag
  return drag
}

const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })

/** Ends a drag when the person is elsewhere: in another window, another tab, on a phone that was turned. */
function endWhenLeft(end: () => void, signal: AbortSignal): void {
  // Those of the window itself: what loses the focus on the page is another thing.
  for (const type of ['blur', 'pagehide', 'resize'] as const) addEventListener(type, end, { signal })
  document.addEventListener('visibilitychange', end, { signal })
}

export interface PressOptions {
  /** Where the pointer has gone since. */
  latest?: PointerEvent | undefined
  /** ms that a finger holds it until it is lifted; 0: as it comes down. */
  liftMs?: number
  /** A finger that has held still for so many ms opens a menu: what was lifted goes back first. If it then moves, the menu closes and it drags. */
  stay?: { ms: number; openMenu: (at: Point) => void; closeMenu: () => void } | undefined
}

/**
 * Something is pressed: a mouse that goes on from there drags it, a finger that holds it lifts it. Everything else goes on as without this.
 * @param event its `pointerdown`
 */
export function pressToDrag(event: PointerEvent, source: DragSource, { latest = event, liftMs = holdMs, stay }: PressOptions = {}): void {
  const { pointerId, pointerType } = event
  const isMouse = pointerType === 'mouse'
  const start = pointOf(event)
  let drag: Drag | undefined
  let hasMoved = false
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  let isOpeningMenu = false
  const stop = () => {
    if (isOpeningMenu) return
    holdsMenu = false
    clearTimeout(holding)
    clearTimeout(staying)
    listening.abort()
  }
  const lift = (at: Point) => {
    clearTimeout(holding)
    if (!source.element.isConnected) return stop()
    // What was dragged is not pressed when it is let go, also when the drag has ended before.
    ignoreLifting(pointerId)
    // What the pointer passes need not be found out, nor light up; and the pointer is ours although something goes from the page.
    document.documentElement.setPointerCapture(pointerId)
    drag = begin(source, start, stop)
    drag.moveTo(at)
  }
  const liftHeld = () => {
    if ('vibrate' in navigator) navigator.vibrate(tickMs)
    lift(start)
  }
  const holding = isMouse || liftMs === 0 ? undefined : setTimeout(liftHeld, liftMs)
  const staying =
    stay && !isMouse
      ? setTimeout(() => {
          isOpeningMenu = true
          drag?.cancel()
          drag = undefined
          isOpeningMenu = false
          holdsMenu = true
          stay.openMenu(start)
        }, stay.ms)
      : undefined
  const end = () => {
    if (drag) drag.cancel()
    else stop()
  }
  const follow = (moved: PointerEvent) => {
    if (moved.pointerId !== pointerId) return
    const away = Math.hypot(moved.clientX - start.x, moved.clientY - start.y)
    if (away > wanderPx) clearTimeout(staying)
    hasMoved ||= away > wanderPx
    if (drag) {
      moved.stopPropagation()
      drag.moveTo(pointOf(moved))
    } else if (holdsMenu) {
      if (!hasMoved) return
      holdsMenu = false
      stay?.closeMenu()
      lift(pointOf(moved))
    } else if (isMouse && away >= thresholdPx) lift(pointOf(moved))
    else if (!isMouse && away > wanderPx) stop()
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
  // Another finger, or the system takes this one away.
  document.addEventListener('pointerdown', end, options)
  document.addEventListener('pointercancel', end, options)
  endWhenLeft(end, listening.signal)
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
  // What a press that stays would do by itself: open a menu, select text, drag a link.
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
  // At once: what has gone on meanwhile would else be taken for scrolling.
  if (!isMouse && liftMs === 0) liftHeld()
  follow(latest)
}

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
const arrowOf = (key: string) => arrows.find((arrow) => arrow === key)

/** Lifts something by the keyboard: arrow keys move it, Space or Enter drops it, Escape puts it back, and so does going elsewhere. */
export function liftByKey(source: DragSource): void {
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  const drag = begin(source, undefined, () => listening.abort())
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
  endWhenLeft(drag.cancel, listening.signal)
}
