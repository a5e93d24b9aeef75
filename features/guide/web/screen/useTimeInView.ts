import { useLayoutEffect, useRef } from 'react'
import { type Axis, minutesAt, timeAt } from './axis.ts'
import type { ViewportStore } from './viewport.ts'

interface Scale {
  axis: Axis
  pxPerMinute: number
}

/** Keeps the time in view: at midnight, when the axis begins a day later, and when the width of an hour changes. */
export function useTimeInView(viewport: Pick<ViewportStore, 'get' | 'scrollTo'>, { axis, pxPerMinute }: Scale): void {
  const shown = useRef<Scale>({ axis, pxPerMinute })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { axis, pxPerMinute }
    if (before.axis.start === axis.start && before.pxPerMinute === pxPerMinute) return
    const time = timeAt(before.axis, viewport.get().left / before.pxPerMinute)
    viewport.scrollTo({ left: Math.max(0, minutesAt(axis, time) * pxPerMinute) })
  }, [viewport, axis, pxPerMinute])
}
