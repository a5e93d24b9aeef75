import { useLayoutEffect, useState } from 'react'

/** Minimum width in px for controls over the picture: in narrower windows, as when zoomed to 400 %, they are below it. */
const minWideWidthPx = 480

/**
 * Whether an element is wider than high, and wide enough for controls over the picture. Known before the first paint, so that
 * the layout doesn't jump.
 * @param turned its content is rotated by 90 degrees
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
