import { isMotionReduced } from '../reduced-motion.ts'

/** After this time in ms, an item has moved two thirds of its remaining way. */
const easingTimeMs = 45
/** An item within this distance in px has arrived. */
const settleThresholdPx = 0.5
/** Maximum time in ms that one frame counts, so that items don't jump on a stalled page. */
const maxFrameMs = 100

interface Shift {
  /** Current and target offsets from the item's own place, in px. */
  offsetPx: number
  goal: number
}

/** Offsets of a list's items from their own places. */
export interface Shifts {
  /** Moves an item to an offset in px. An offset of 0 prepares the item's layer for later moves. @param isSeen false skips the animation */
  set: (element: HTMLElement, goal: number, isSeen: boolean) => void
  /** Returns the target offset; undefined if the item never moved. */
  goalOf: (element: HTMLElement) => number | undefined
  isEmpty: () => boolean
  /** Called when the drag has left the list. Removes layers when all items are back in their places. */
  release: () => void
  /** Resets all items immediately. */
  clear: () => void
}

/**
 * Moves list items frame by frame. CSS transitions would make the browser compute all layers of the page at each start and end, which costs
 * more than the other work of a frame. `data-parting` gives an item a layer that only moves (see the style sheet).
 */
export function createShifts(axis: 'x' | 'y'): Shifts {
  const shifts = new Map<HTMLElement, Shift>()
  const moving = new Set<HTMLElement>()
  const isImmediate = isMotionReduced()
  let frame = 0
  let lastFrame = 0

  function write(element: HTMLElement, px: number): void {
    element.style.transform = px === 0 ? '' : axis === 'x' ? `translateX(${px}px)` : `translateY(${px}px)`
  }

  function draw(time: number): void {
    const share = 1 - Math.exp(-Math.max(0, Math.min(maxFrameMs, time - lastFrame)) / easingTimeMs)
    lastFrame = time
    for (const element of moving) {
      const shift = shifts.get(element)!
      const remainingPx = shift.goal - shift.offsetPx
      const hasArrived = Math.abs(remainingPx) < settleThresholdPx
      shift.offsetPx = hasArrived ? shift.goal : shift.offsetPx + remainingPx * share
      if (hasArrived) moving.delete(element)
      write(element, shift.offsetPx)
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
        shift = { offsetPx: 0, goal: 0 }
        shifts.set(element, shift)
        element.setAttribute('data-parting', '')
      }
      shift.goal = goal
      if (shift.offsetPx === goal) return void moving.delete(element)
      if (isImmediate || !isSeen) {
        shift.offsetPx = goal
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
