import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { scrollBehavior } from '#ui/remote.ts'
import { keepTop, type Place, positionOf } from './positions.ts'

/** How long a scroll position has to stand before it is kept. */
const saveDelayMs = 200
/** How long a page may take to become as long as it was. */
const restoreTimeoutMs = 2000

/** px of scrolling after which something lies under the header, and after which a page's own heading has gone. */
const underHeaderPx = 8
const pastHeadingPx = 160

/** Follows how far a screen is scrolled, and brings it back to where its place stood. */
export function useScroll(place: Place | undefined) {
  const page = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState<'top' | 'under' | 'past'>('top')
  const [far, setFar] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const fresh = useRef(true)
  /** On its way back to where it stood: what it passes is no place that anybody chose. */
  const returning = useRef(false)

  const look = () => {
    const { current } = page
    if (!current) return
    setScrolled(current.scrollTop > pastHeadingPx ? 'past' : current.scrollTop > underHeaderPx ? 'under' : 'top')
    setFar(current.scrollTop > current.clientHeight)
  }

  // The content may come later than the screen: as it grows the page is moved, until it is there or the person scrolls.
  useLayoutEffect(() => {
    const { current } = page
    if (!current) return
    const top = place ? positionOf(place).top : 0
    // A screen that has just come stands at its top: to ask it would cost a layout.
    if (top === 0 && fresh.current) return
    current.scrollTop = top
    if (current.scrollTop >= top) return
    returning.current = true
    const sizes = new ResizeObserver(() => {
      current.scrollTop = top
      if (current.scrollTop >= top) stop()
    })
    const stop = () => {
      returning.current = false
      sizes.disconnect()
      clearTimeout(given)
    }
    const given = setTimeout(stop, restoreTimeoutMs)
    for (const child of current.children) sizes.observe(child)
    for (const kind of ['wheel', 'touchstart', 'keydown']) current.addEventListener(kind, stop, { once: true, passive: true })
    return stop
  }, [place])

  useEffect(() => {
    fresh.current = false
  }, [])

  return {
    page,
    scrolled,
    far,
    onScroll: () => {
      look()
      clearTimeout(timer.current)
      const top = page.current?.scrollTop
      if (place && top !== undefined && !returning.current) timer.current = setTimeout(() => keepTop(place, top), saveDelayMs)
    },
    toTop: () => page.current?.scrollTo({ top: 0, behavior: scrollBehavior() }),
  }
}
