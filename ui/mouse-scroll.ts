import { cards, items, movableParts, rows, stops } from './drag/elements.ts'
import { scrollBehavior } from './arrow-navigation.ts'

/** A mouse that moves this far, in px, scrolls a row instead of clicking. */
const thresholdPx = 6
/** After release, the speed of a row falls to about a third in this time, in ms. */
const momentumMs = 160
/** A row stops at the latest after this time, in ms. */
const maxScrollMs = 1000

/** Elements that can be dragged don't scroll their row. */
const isMovable = (target: Element) => movableParts.closest((cards.closest(target) ?? stops.closest(target))?.element) !== undefined

interface RowScroll {
  row: HTMLElement
  /** Positions of the mouse (`x`) and of the row at the start. */
  x: number
  left: number
  moves: boolean
  /** The last move: its position and time, and the speed in px per ms. */
  at: number
  time: number
  speed: number
}

let current: RowScroll | undefined

function startScroll({ pointerType, button, target, clientX, timeStamp }: PointerEvent): void {
  const row = target instanceof Element && !isMovable(target) ? rows.closest(target)?.element : undefined
  if (pointerType !== 'mouse' || button !== 0 || !row || row.scrollWidth <= row.clientWidth) return
  current = { row, x: clientX, left: row.scrollLeft, moves: false, at: clientX, time: timeStamp, speed: 0 }
}

function moveByMouse(event: PointerEvent): void {
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

function endScroll(): void {
  const ended = current
  current = undefined
  if (!ended?.moves) return
  const { row, speed } = ended
  row.style.cursor = ''
  preventNextClick()
  row.scrollTo({ left: nearestSnapPoint(row, row.scrollLeft - speed * momentumMs), behavior: scrollBehavior() })
  // Restores snapping when the scroll has ended: earlier, the row would jump. A row that is already at its target fires no `scrollend`.
  const restoreSnap = () => {
    if (current?.row !== row) row.style.scrollSnapType = ''
  }
  row.addEventListener('scrollend', restoreSnap, { once: true })
  setTimeout(restoreSnap, maxScrollMs)
}

/** Returns the start of the nearest item, in px of scrolling. */
function nearestSnapPoint(row: HTMLElement, left: number): number {
  const padding = Number.parseFloat(getComputedStyle(row).scrollPaddingInlineStart) || 0
  const edge = row.getBoundingClientRect().left + padding
  const starts = items.in(row).map(({ element }) => element.getBoundingClientRect().left - edge + row.scrollLeft)
  return starts.reduce((best, start) => (Math.abs(start - left) < Math.abs(best - left) ? start : best), left < 0 ? 0 : (starts[0] ?? 0))
}

function preventClick(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Ignores the click that follows a drag. */
function preventNextClick(): void {
  addEventListener('click', preventClick, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', preventClick, { capture: true }))
}

/** Lets a mouse scroll rows by dragging. Call once. */
export function scrollRowsByMouse(): void {
  addEventListener('pointerdown', startScroll)
  addEventListener('pointermove', moveByMouse)
  addEventListener('pointerup', endScroll)
  addEventListener('pointercancel', endScroll)
}
