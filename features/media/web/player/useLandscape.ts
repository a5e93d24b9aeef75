import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useState } from 'react'
import type { Plan } from './plan.ts'

/** Not in every browser, and not in the types of all. */
type Lockable = ScreenOrientation & { lock?: (orientation: 'landscape') => Promise<void> }

/**
 * Full screen on a phone that is held upright turns to landscape for what is wide: the screen itself where the browser can, else the
 * layout. A service's frame is not turned by us: it gets the whole height.
 * @returns whether the layout is to be turned
 */
export function useLandscape(root: HTMLElement | null, plan: Plan): boolean {
  const isFullScreen = useMediaSelector((state) => state.mediaIsFullscreen ?? false)
  const isWide = useMediaSelector((state) => (state.mediaWidth ?? 0) > (state.mediaHeight ?? 0))
  const [upright, setUpright] = useState(false)
  const turns = isFullScreen && (isWide || plan.how === 'frame') && window.matchMedia('(pointer: coarse)').matches

  useEffect(() => {
    if (!turns || !root) return
    const { orientation } = screen as { orientation?: Lockable }
    let isLocked = false
    let isEnded = false
    const measure = () => setUpright(window.innerHeight > window.innerWidth)
    void Promise.resolve(orientation?.lock?.('landscape'))
      .then(
        () => (isLocked = true),
        () => {},
      )
      .finally(() => !isEnded && measure())
    window.addEventListener('resize', measure)
    return () => {
      isEnded = true
      window.removeEventListener('resize', measure)
      setUpright(false)
      if (isLocked) orientation?.unlock()
    }
  }, [turns, root])

  return turns && upright && plan.how === 'media'
}
