import { useEffect, useState } from 'react'

/** Whether an element is wider than high: then the picture fills it and the bars lie over it. */
export function useWide(element: HTMLElement | null): boolean {
  const [wide, setWide] = useState(false)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(() => setWide(element.clientWidth > element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return wide
}
