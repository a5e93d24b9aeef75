import { type Point, scrollFactor, scrollSpeed, zoneAt } from './geometry.ts'
import type { VisiblePart } from './visible-part.ts'
import type { ZoneState } from './zones.ts'

/** An item near an edge must move towards it by this many px before the page scrolls. */
const directionThresholdPx = 12
/** Maximum time in ms that one frame counts for scrolling, so that a stalled page doesn't jump. */
const maxFrameMs = 100

/** The page doesn't scroll while the pointer is between the edges of its visible part. */
interface EdgeScrollOptions extends VisiblePart {
  page: Element
  /** Where the pointer lifted the item, in px of the window. */
  start: Point
}

/** Scrolls the page, and the row under the pointer, while a dragged item is near their edges. */
export function createEdgeScroll({ page, pageBox, inner, start }: EdgeScrollOptions) {
  let lastFrame = 0
  /** Milliseconds for which the page has been scrolling at an edge. */
  let scrollingMs = 0
  /** An item that was lifted near an edge scrolls the page only after it has moved towards the edge, or away and back. */
  const mayScroll = { x: false, y: false }

  function allowed(axis: 'x' | 'y', speed: number, pointer: Point): number {
    mayScroll[axis] ||= speed === 0 || (pointer[axis] - start[axis]) * Math.sign(speed) > directionThresholdPx
    return mayScroll[axis] ? speed : 0
  }

  /** Returns true if there is a target beyond the edge towards which the page scrolls. */
  const hasMore = (speed: number, states: readonly ZoneState[]) =>
    states.some(({ zone, box }) => !zone.isFixed && (speed > 0 ? box.bottom > inner.bottom : box.top < inner.top))

  function scrollBy(ms: number, pointer: Point, states: readonly ZoneState[]): boolean {
    const state = zoneAt(states, ({ box }) => box, pointer, 0.5)
    const { scroller, axis, isFixed } = state?.zone ?? {}
    const scrollX =
      state && scroller && axis === 'x'
        ? scrollSpeed(pointer.x, Math.max(state.box.left, pageBox.left), Math.min(state.box.right, pageBox.right))
        : 0
    const sideways = allowed('x', scrollX, pointer)
    const scrollY = allowed('y', isFixed ? 0 : scrollSpeed(pointer.y, inner.top, inner.bottom), pointer)
    const down = scrollY && hasMore(scrollY, states) ? scrollY : 0
    if (!sideways && !down) return false
    const left = scroller?.scrollLeft
    const top = page.scrollTop
    const seconds = (ms / 1000) * scrollFactor(scrollingMs)
    if (sideways) scroller!.scrollLeft += sideways * seconds
    if (down) page.scrollTop += down * seconds
    // In the first frame, `ms` is 0, so that nothing can scroll yet.
    return (sideways !== 0 && (ms === 0 || scroller!.scrollLeft !== left)) || (down !== 0 && (ms === 0 || page.scrollTop !== top))
  }

  return {
    /**
     * Scrolls by the time since the last frame.
     * @param time of this frame, in ms
     * @returns true if it scrolls on in the next frame
     */
    scroll(time: number, pointer: Point, states: readonly ZoneState[]): boolean {
      const frameMs = lastFrame ? Math.min(maxFrameMs, time - lastFrame) : 0
      const scrolls = scrollBy(frameMs, pointer, states)
      lastFrame = scrolls ? time : 0
      scrollingMs = scrolls ? scrollingMs + frameMs : 0
      return scrolls
    },
  }
}
