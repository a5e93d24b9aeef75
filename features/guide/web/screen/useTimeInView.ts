import { useLayoutEffect, useRef } from 'react'
import { type Axis, minutesAt } from './axis.ts'
import type { ViewportStore } from './viewport.ts'

/** Keeps the time in view at midnight, when the axis begins a day later. */
export function useTimeInView(viewport: Pick<ViewportStore, 'get' | 'scrollTo'>, axis: Axis, pxPerMinute: number): void {
  const shownAxis = useRef(axis)
  useLayoutEffect(() => {
    const shift = minutesAt(axis, shownAxis.current.start)
    shownAxis.current = axis
    if (shift !== 0) viewport.scrollTo({ left: Math.max(0, viewport.get().left + shift * pxPerMinute) })
  }, [viewport, axis, pxPerMinute])
}
