import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in px. @param initial before it is measured */
export function useWidth<E extends HTMLElement>(initial: number) {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(initial)
  useLayoutEffect(() => {
    const { current } = ref
    if (!current) return
    const measure = () => setWidth(current.clientWidth || initial)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [initial])
  return [ref, width] as const
}
