import { scrollBehavior } from './remote.ts'

/** px that a mouse goes before it scrolls a row, and no longer clicks. */
const thresholdPx = 6
/** How long a row goes on by its own momentum after it is let go. */
const momentumMs = 160
/** Within which any row has come to a stop. */
const maxScrollMs = 1000

/** What the mouse moves itself (`ui/drag/`), and not its row. */
const movable = '[data-movable] :is([data-card], [data-stop])'

interface RowScroll {
  row: HTMLElement
  /** Where the mouse and the row stood. */
  x: number
  left: number
  moves: boolean
  /** Of the last move: where, when, and px a millisecond. */
  at: number
  time: number
  speed: number
}

let current: RowScroll | undefined

function begin({ pointerType, button, target, clientX, timeStamp }: PointerEvent): void {
  const row = target instanceof Element && !target.closest(movable) ? target.closest<HTMLElement>('[data-row]') : null
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
  // It snaps again once it has come to rest there: earlier it would jump. One that stood there already has no end of scrolling.
  const restoreSnap = () => {
    if (current?.row !== row) row.style.scrollSnapType = ''
  }
  row.addEventListener('scrollend', restoreSnap, { once: true })
  setTimeout(restoreSnap, maxScrollMs)
}

/** The start of the item that is nearest to there, in px of scrolling. */
function nearest(row: HTMLElement, left: number): number {
  const padding = Number.parseFloat(getComputedStyle(row).scrollPaddingInlineStart) || 0
  const edge = row.getBoundingClientRect().left + padding
  const starts = [...row.querySelectorAll('[data-item]')].map((item) => item.getBoundingClientRect().left - edge + row.scrollLeft)
  return starts.reduce((best, start) => (Math.abs(start - left) < Math.abs(best - left) ? start : best), left < 0 ? 0 : (starts[0] ?? 0))
}

function preventClick(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** What is let go after it was dragged is not pressed: the click that a browser makes of it is none. */
function preventNextClick(): void {
  addEventListener('click', preventClick, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', preventClick, { capture: true }))
}

/** Lets a mouse scroll the rows by dragging them, as a finger does. To be called once. */
export function scrollRowsByMouse(): void {
  addEventListener('pointerdown', begin)
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}
