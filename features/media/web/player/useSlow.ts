import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useState } from 'react'

/** ms of waiting after which it is said in words. */
const slowAfterMs = 8000

/** Whether the stream has kept one waiting for long. */
export function useSlow(active: boolean): boolean {
  const waiting = useMediaSelector(
    (state) => active && (state.mediaLoading ?? true) && !(state.mediaHasPlayed && state.mediaPaused) && !state.mediaEnded,
  )
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return slow && waiting
}
