import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useState } from 'react'

/** ms of buffering after which a message shows. */
const slowAfterMs = 8000

/** Whether the stream has been buffering for long. */
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
