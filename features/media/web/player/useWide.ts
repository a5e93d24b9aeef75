import { useLayoutEffect, useState } from 'react'

/** px of width that bars over the picture need: in a narrower window, as after zooming to 400 %, they stand below it. */
const minWideWidthPx = 480

/**
 * Whether an element is wider than high, and wide enough: then the picture fills it and the bars lie over it. It is known before the first paint, so
 * that nothing jumps from one shape to the other.
 * @param turned its content is turned by a quarter
 */
export function useWide(element: HTMLElement | null, turned: boolean): boolean {
  const [wide, setWide] = useState(false)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setWide(element.clientWidth > Math.max(element.clientHeight, minWideWidthPx))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return wide !== turned
}
