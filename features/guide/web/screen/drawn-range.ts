/** The rows and times of the guide to draw and to request, at a scroll position. */
import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type Axis, axisLength, minuteMs, type Span, tickMinutes, timeAt } from './axis.ts'
import type { Guide } from './guide-data.ts'
import { rangeToDraw, type DrawnRange, type GuideSizes, coversView, type Range } from './layout.ts'
import type { ViewportStore } from './viewport.ts'

/** Milliseconds between two requests for data while scrolling. */
const loadDelayMs = 120
/**
 * Milliseconds without scrolling after which titles move to the edge of the view. On slow devices, drawing delays scroll events by up to
 * 200 ms.
 */
const restMs = 250
/** Margins of the drawn rows and half hours. */
const rowMargins = { ahead: 8, behind: 4, threshold: 3 }
const tickMargins = { ahead: 4, behind: 2, threshold: 1 }
/** Minutes before and after the drawn part that are requested in advance. */
const preloadMinutes = (tickMargins.ahead + 1) * tickMinutes
const emptyRows = { first: 0, end: 0 }
const emptyRange: DrawnRange = { ...emptyRows, visibleRange: emptyRows }

interface LoadRequest {
  guide: Guide
  axis: Axis
  viewport: ViewportStore
  sizes: GuideSizes
}

/** Requests visible data: at once, and while scrolling at most every {@link loadDelayMs}. */
export function useLoadVisibleProgrammes({ guide, axis, viewport, sizes }: LoadRequest, { first, end }: Range, drawn: Span) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      timer = undefined
      const { left, width } = viewport.get()
      if (width === 0) return
      const from = left / sizes.pxPerMinute
      const to = from + (width - sizes.channelColumnPx) / sizes.pxPerMinute
      const nearSpan = {
        start: Math.max(axis.start, drawn.start - preloadMinutes * minuteMs),
        end: Math.min(axis.end, drawn.end + preloadMinutes * minuteMs),
      }
      guide.want({ first, end: end + rowMargins.ahead }, { start: timeAt(axis, from), end: timeAt(axis, to) }, nearSpan)
    }
    const follow = () => void (timer ??= setTimeout(update, loadDelayMs))
    update()
    const stop = viewport.subscribe(follow)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [guide, axis, viewport, sizes, first, end, drawn])
}

/** Returns the horizontal scroll position in px at the end of the last scroll, also of a `scrollTo`. */
export function useRestingScrollLeft(viewport: ViewportStore): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onRest = () => setLeft(viewport.get().left)
    const stop = viewport.subscribe(() => {
      clearTimeout(timer)
      if (viewport.isCalled()) onRest()
      else timer = setTimeout(onRest, restMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [viewport])
  return left
}

/** Returns the visible rows or half hours. */
const rangeInView = (from: number, length: number, cellLength: number): Range => ({
  first: Math.floor(from / cellLength),
  end: Math.ceil((from + length) / cellLength),
})

/** Returns the rows and times to draw. Changes in a transition while the user scrolls, and at once after `scrollTo`. */
export function useDrawnRange(viewport: ViewportStore, axis: Axis, sizes: GuideSizes, count: number): { rows: Range; span: Span } {
  const ticks = Math.ceil(axisLength(axis) / tickMinutes)
  const [drawn, setDrawn] = useState({ rows: emptyRange, ticks: emptyRange })
  useLayoutEffect(() => {
    // The last requested range, also while its transition is pending, because requesting another range would restart the transition.
    let next = drawn
    const update = () => {
      const { left, top, width, height } = viewport.get()
      if (width === 0) return
      const seenRows = rangeInView(top, height - sizes.scalePx, sizes.rowPx)
      const visibleTicks = rangeInView(left, width - sizes.channelColumnPx, tickMinutes * sizes.pxPerMinute)
      if (
        coversView(next.rows, seenRows, count, rowMargins.threshold) &&
        coversView(next.ticks, visibleTicks, ticks, tickMargins.threshold)
      )
        return
      // Changes rows and times together, because each change costs a frame some milliseconds of styles, layout and paint.
      next = {
        rows: rangeToDraw(next.rows, seenRows, count, rowMargins),
        ticks: rangeToDraw(next.ticks, visibleTicks, ticks, tickMargins),
      }
      if (viewport.isCalled() || drawn.rows === emptyRange) setDrawn(next)
      else startTransition(() => setDrawn(next))
    }
    update()
    return viewport.subscribe(update)
  }, [viewport, sizes, count, ticks, drawn])
  const { first, end } = drawn.ticks
  const span = useMemo(
    () => ({ start: timeAt(axis, first * tickMinutes), end: Math.min(axis.end, timeAt(axis, end * tickMinutes)) }),
    [axis, first, end],
  )
  return { rows: { first: drawn.rows.first, end: Math.min(drawn.rows.end, count) }, span }
}
