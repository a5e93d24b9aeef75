import { useSyncExternalStore } from 'react'
import { serverNow } from '#kit/web/server-time.ts'

/** Milliseconds between two reads of the clock, which the UI shows in minutes. */
const tickMs = 15_000
const minuteMs = 60_000

const minuteNow = () => Math.floor(serverNow() / minuteMs) * minuteMs

function subscribeToMinutes(changed: () => void): () => void {
  const timer = setInterval(changed, tickMs)
  // Reads the clock when a suspended page is visible again.
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}

/** Returns the current minute, in ms since 1970. */
export const useNow = (): number => useSyncExternalStore(subscribeToMinutes, minuteNow)
