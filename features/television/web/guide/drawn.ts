/** Which rows and times of the guide are drawn and asked for, by how far it is scrolled. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type Axis, lengthOf, minuteMs, type Span, tickMinutes, timeAt } from './axis.ts'
import type { Guide } from './guide-data.ts'
import { drawAhead, type DrawnRange, type GuideSizes, holds, type Range } from './layout.ts'
import type { ViewportStore } from './viewport.ts'

/** ms between two looks at what has to be asked for, while it is scrolled. */
const wantMs = 120
/** ms without scrolling after which titles move to the edge of the view. */
const restMs = 100
/** Rows and half hours that are drawn ahead of the view while it is scrolled. */
const aheadRows = 10
const aheadTicks = 4
/** Minutes before and after those drawn that are asked for: they come before they are drawn. */
const nearMinutes = (aheadTicks + 1) * tickMinutes
const nothing = { first: 0, end: 0 }
const nothingDrawn: DrawnRange = { ...nothing, seen: nothing }

interface Wanting {
  guide: Guide
  axis: Axis
  viewport: ViewportStore
  sizes: GuideSizes
}

/** Asks for what is in view: at once, and while it is scrolled now and then. */
export function useWanted({ guide, axis, viewport, sizes }: Wanting, { first, end }: Range, drawn: Span) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      const { left, width } = viewport.get()
      if (width === 0) return
      const from = left / sizes.pxPerMinute
      const to = from + (width - sizes.whoPx) / sizes.pxPerMinute
      const near = {
        start: Math.max(axis.start, drawn.start - nearMinutes * minuteMs),
        end: Math.min(axis.end, drawn.end + nearMinutes * minuteMs),
      }
      guide.want({ first, end: end + aheadRows }, { start: timeAt(axis, from), end: timeAt(axis, to) }, near)
    }
    const follow = () => void (timer ??= setTimeout(look, wantMs))
    look()
    const stop = viewport.subscribe(follow)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [guide, axis, viewport, sizes, first, end, drawn])
}

/** px that it was scrolled sideways when it last rested, or was scrolled by a call. */
export function useRestingLeft(viewport: ViewportStore): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => setLeft(viewport.get().left)
    const stop = viewport.subscribe(() => {
      clearTimeout(timer)
      if (viewport.isCalled()) rest()
      else timer = setTimeout(rest, restMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [viewport])
  return left
}

const rangeOf = (items: readonly { index: number }[]): Range => ({ first: items[0]?.index ?? 0, end: (items.at(-1)?.index ?? -1) + 1 })

/** The rows and the times to draw. */
export function useDrawn(
  scroller: RefObject<HTMLElement | null>,
  axis: Axis,
  sizes: GuideSizes,
  count: number,
): { rows: Range; span: Span } {
  const { rowPx, pxPerMinute } = sizes
  const ticks = Math.ceil(lengthOf(axis) / tickMinutes)
  const options = { getScrollElement: () => scroller.current, overscan: 0 }
  const rowsSeen = useVirtualizer({ ...options, count, estimateSize: () => rowPx })
  const ticksSeen = useVirtualizer({ ...options, count: ticks, estimateSize: () => tickMinutes * pxPerMinute, horizontal: true })
  useLayoutEffect(() => ticksSeen.measure(), [ticksSeen, pxPerMinute])
  const seen = { rows: rangeOf(rowsSeen.getVirtualItems()), ticks: rangeOf(ticksSeen.getVirtualItems()) }
  const [drawn, setDrawn] = useState({ rows: nothingDrawn, ticks: nothingDrawn })
  // Both at once: two changes cost twice as much as one.
  if (!holds(drawn.rows, seen.rows, count) || !holds(drawn.ticks, seen.ticks, ticks))
    setDrawn({
      rows: drawAhead(drawn.rows, seen.rows, count, aheadRows),
      ticks: drawAhead(drawn.ticks, seen.ticks, ticks, aheadTicks),
    })
  const { first, end } = drawn.ticks
  const span = useMemo(
    () => ({ start: timeAt(axis, first * tickMinutes), end: Math.min(axis.end, timeAt(axis, end * tickMinutes)) }),
    [axis, first, end],
  )
  return { rows: { first: drawn.rows.first, end: Math.min(drawn.rows.end, count) }, span }
}
