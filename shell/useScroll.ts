import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { scrollBehavior } from '#ui/remote.ts'
import { keepTop, type Place, positionOf } from './positions.ts'

/** Debounce before a scroll position is stored, in ms. */
const saveDelayMs = 200
/** Maximum wait for a page to regain its height, in ms. */
const restoreTimeoutMs = 2000

/** Scroll distances in px: beyond the first, content is under the header; beyond the second, the page's own heading is out of view. */
const underHeaderPx = 8
const pastHeadingPx = 160

/** Tracks a screen's scroll position and restores it. */
export function useScroll(place: Place | undefined) {
  const page = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState<'top' | 'under' | 'past'>('top')
  const [far, setFar] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const fresh = useRef(true)
  /** Restoring: positions in between aren't stored. */
  const returning = useRef(false)

  const look = () => {
    const { current } = page
    if (!current) return
    setScrolled(current.scrollTop > pastHeadingPx ? 'past' : current.scrollTop > underHeaderPx ? 'under' : 'top')
    setFar(current.scrollTop > current.clientHeight)
  }

  // Content may load after the screen: scrolls as it grows, until restored or the user scrolls.
  useLayoutEffect(() => {
    const { current } = page
    if (!current) return
    const top = place ? positionOf(place).top : 0
    // A new screen is at the top: reading its position would force layout.
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
