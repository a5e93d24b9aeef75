import { useLayoutEffect, useRef, useState } from 'react'

/** Returns the width of an element in px. @param initial width until the element is measured */
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
