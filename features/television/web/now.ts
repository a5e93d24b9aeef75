import { useSyncExternalStore } from 'react'

/** ms between two looks at the clock: what is on changes by the minute. */
const tickMs = 15_000
const minuteMs = 60_000

const minuteNow = () => Math.floor(Date.now() / minuteMs) * minuteMs

function follow(changed: () => void): () => void {
  const timer = setInterval(changed, tickMs)
  // A page that was asleep is behind.
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}

/** The present minute, in ms since 1970. */
export const useNow = (): number => useSyncExternalStore(follow, minuteNow)
