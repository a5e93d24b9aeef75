import { useEffect } from 'react'
import { onConnected } from '#kit/web/connection.ts'

/** Milliseconds between two requests for the list of a failed stream. */
const probeMs = 10_000

/**
 * Calls `onReturn` when the list of a failed stream can be read again, because broadcasts may be interrupted for a while.
 * @param src the URL of the list; undefined: nothing failed
 */
export function useReturningStream(src: string | undefined, onReturn: () => void): void {
  useEffect(() => {
    if (src === undefined) return
    const ending = new AbortController()
    const { signal } = ending
    const probe = async () => {
      // Without a response, the next probe tries again.
      const response = await fetch(src, { cache: 'no-store', signal }).catch(() => undefined)
      if (response?.ok && !signal.aborted) onReturn()
    }
    const timer = setInterval(() => void probe(), probeMs)
    const stopWaiting = onConnected(() => void probe())
    return () => {
      clearInterval(timer)
      stopWaiting()
      ending.abort()
    }
  }, [src, onReturn])
}
