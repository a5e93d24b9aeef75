import { wantsLessMotion } from './preview.ts'

/** ms after which an item has gone two thirds of the way that was left. */
const easeMs = 45
/** px from where it goes at which it has arrived. */
const arrivedPx = 0.5
/** ms of a frame at most: after a page that stood still, items do not leap. */
const maxFrameMs = 100

interface Shift {
  /** px from its own place: where it shows, and where it goes. */
  shown: number
  goal: number
}

/** How far the items of a list stand from their own places. */
export interface Shifts {
  /**
   * An item goes so many px from its own place; 0: it will be moved, and has a layer from now on.
   * @param isSeen otherwise it is there at once
   */
  set: (element: HTMLElement, goal: number, isSeen: boolean) => void
  /** Where it goes; undefined: it has not been moved. */
  goalOf: (element: HTMLElement) => number | undefined
  isEmpty: () => boolean
  /** Nothing is held over the list any more: when all stand in their own places, they are as they were. */
  release: () => void
  /** All stand in their own places again, at once. */
  clear: () => void
}

/**
 * Moves items of a list aside, frame by frame. Not by a CSS transition: whenever one begins or ends, the browser divides the whole page into
 * layers anew, and that takes longer than all else in a frame. What has `data-parting` has a layer that only moves (see the style sheet).
 */
export function createShifts(axis: 'x' | 'y'): Shifts {
  const shifts = new Map<HTMLElement, Shift>()
  const moving = new Set<HTMLElement>()
  const isAtOnce = wantsLessMotion()
  let frame = 0
  let lastFrame = 0

  function write(element: HTMLElement, px: number): void {
    element.style.transform = px === 0 ? '' : axis === 'x' ? `translateX(${px}px)` : `translateY(${px}px)`
  }

  function draw(time: number): void {
    const way = 1 - Math.exp(-Math.max(0, Math.min(maxFrameMs, time - lastFrame)) / easeMs)
    lastFrame = time
    for (const element of moving) {
      const shift = shifts.get(element)!
      const left = shift.goal - shift.shown
      const hasArrived = Math.abs(left) < arrivedPx
      shift.shown = hasArrived ? shift.goal : shift.shown + left * way
      if (hasArrived) moving.delete(element)
      write(element, shift.shown)
    }
    frame = moving.size > 0 ? requestAnimationFrame(draw) : 0
  }

  function clear(): void {
    cancelAnimationFrame(frame)
    frame = 0
    for (const element of shifts.keys()) {
      element.removeAttribute('data-parting')
      element.style.transform = ''
    }
    shifts.clear()
    moving.clear()
  }

  return {
    set(element, goal, isSeen) {
      let shift = shifts.get(element)
      if (!shift) {
        shift = { shown: 0, goal: 0 }
        shifts.set(element, shift)
        element.setAttribute('data-parting', '')
      }
      shift.goal = goal
      if (shift.shown === goal) return void moving.delete(element)
      if (isAtOnce || !isSeen) {
        shift.shown = goal
        moving.delete(element)
        return write(element, goal)
      }
      moving.add(element)
      if (frame) return
      lastFrame = performance.now()
      frame = requestAnimationFrame(draw)
    },
    goalOf: (element) => shifts.get(element)?.goal,
    isEmpty: () => shifts.size === 0,
    release() {
      if (moving.size === 0 && [...shifts.values()].every(({ goal }) => goal === 0)) clear()
    },
    clear,
  }
}
