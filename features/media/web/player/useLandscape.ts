import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useState } from 'react'
import type { Plan } from './plan.ts'

/** Not supported by all browsers, nor in all types. */
type Lockable = ScreenOrientation & { lock?: (orientation: 'landscape') => Promise<void> }

/**
 * Rotates full screen to landscape for wide videos on a phone held upright: by orientation lock, else by layout. Provider frames
 * aren't rotated: they get the full height.
 * @returns whether to rotate the layout
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
