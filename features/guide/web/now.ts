import { useSyncExternalStore } from 'react'

/** Milliseconds between two reads of the clock; the UI changes every minute. */
const tickMs = 15_000
const minuteMs = 60_000

const minuteNow = () => Math.floor(Date.now() / minuteMs) * minuteMs

function follow(changed: () => void): () => void {
  const timer = setInterval(changed, tickMs)
  // A suspended page is outdated when it returns.
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}

/** Returns the current minute, in ms since 1970. */
export const useNow = (): number => useSyncExternalStore(follow, minuteNow)
