import { cards, items, movableParts, rows, stops } from './drag/elements.ts'
import { scrollBehavior } from './remote.ts'

/** px of mouse movement that scroll a row instead of clicking. */
const thresholdPx = 6
/** Time constant of the momentum in ms. */
const momentumMs = 160
/** ms within which any row has stopped. */
const maxScrollMs = 1000

/** Draggable elements don't scroll the row. */
const isMovable = (target: Element) => movableParts.closest((cards.closest(target) ?? stops.closest(target))?.element) !== undefined

interface RowScroll {
  row: HTMLElement
  /** Start positions of the mouse and the row. */
  x: number
  left: number
  moves: boolean
  /** Last move: position, time, and velocity in px per ms. */
  at: number
  time: number
  speed: number
}

let current: RowScroll | undefined

function begin({ pointerType, button, target, clientX, timeStamp }: PointerEvent): void {
  const row = target instanceof Element && !isMovable(target) ? rows.closest(target)?.element : undefined
  if (pointerType !== 'mouse' || button !== 0 || !row || row.scrollWidth <= row.clientWidth) return
  current = { row, x: clientX, left: row.scrollLeft, moves: false, at: clientX, time: timeStamp, speed: 0 }
}

function move(event: PointerEvent): void {
  if (!current) return
  const { row, x, left, at, time } = current
  if (!current.moves) {
    if (Math.abs(event.clientX - x) < thresholdPx) return
    current.moves = true
    row.style.scrollSnapType = 'none'
    row.style.cursor = 'grabbing'
  }
  row.scrollLeft = left - (event.clientX - x)
  Object.assign(current, { at: event.clientX, time: event.timeStamp, speed: (event.clientX - at) / Math.max(1, event.timeStamp - time) })
}

function end(): void {
  const ended = current
  current = undefined
  if (!ended?.moves) return
  const { row, speed } = ended
  row.style.cursor = ''
  preventNextClick()
  row.scrollTo({ left: nearest(row, row.scrollLeft - speed * momentumMs), behavior: scrollBehavior() })
  // Restores snapping after the scroll has ended; earlier it would jump. A row already at its target fires no `scrollend`.
  const restoreSnap = () => {
    if (current?.row !== row) row.style.scrollSnapType = ''
  }
  row.addEventListener('scrollend', restoreSnap, { once: true })
  setTimeout(restoreSnap, maxScrollMs)
}

/** Returns the start of the nearest item, in scroll px. */
function nearest(row: HTMLElement, left: number): number {
  const padding = Number.parseFloat(getComputedStyle(row).scrollPaddingInlineStart) || 0
  const edge = row.getBoundingClientRect().left + padding
  const starts = items.in(row).map(({ element }) => element.getBoundingClientRect().left - edge + row.scrollLeft)
  return starts.reduce((best, start) => (Math.abs(start - left) < Math.abs(best - left) ? start : best), left < 0 ? 0 : (starts[0] ?? 0))
}

function preventClick(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Suppresses the click after a drag. */
function preventNextClick(): void {
  addEventListener('click', preventClick, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', preventClick, { capture: true }))
}

/** Lets a mouse scroll rows by dragging. Call once. */
export function scrollRowsByMouse(): void {
  addEventListener('pointerdown', begin)
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}
