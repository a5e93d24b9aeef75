import { useEffect, useRef } from 'react'
import { onConnected } from '#kit/web/connection.ts'

/** Milliseconds between two requests for the list of a failed stream. Doubles if the stream fails again, up to the maximum. */
const probeMs = 10_000
const maxProbeMs = 300_000
/** A failure within this time in ms after a retry counts as the same failure. */
const sameFailureMs = 60_000

/**
 * Calls `onReturn` when the list of a failed stream can be read again, because broadcasts may be interrupted for a while.
 * @param src the URL of the list; undefined: nothing failed
 */
export function useReturningStream(src: string | undefined, onReturn: () => void): void {
  const lastRetry = useRef({ src: '', atMs: 0, delayMs: probeMs })
  useEffect(() => {
    if (src === undefined) return
    // The list can be readable although its segments are missing.
    const { src: retried, atMs, delayMs: lastDelayMs } = lastRetry.current
    const isSameFailure = retried === src && performance.now() - atMs < sameFailureMs
    const delayMs = isSameFailure ? Math.min(lastDelayMs * 2, maxProbeMs) : probeMs
    const ending = new AbortController()
    const { signal } = ending
    const probe = async () => {
      // Without a response, the next probe tries again.
      const response = await fetch(src, { cache: 'no-store', signal }).catch(() => undefined)
      if (!response?.ok || signal.aborted) return
      lastRetry.current = { src, atMs: performance.now(), delayMs }
      onReturn()
    }
    const timer = setInterval(() => void probe(), delayMs)
    const stopWaiting = onConnected(() => void probe())
    return () => {
      clearInterval(timer)
      stopWaiting()
      ending.abort()
    }
  }, [src, onReturn])
}
