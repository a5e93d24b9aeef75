import { flushSync } from 'react-dom'
import { isMotionReduced } from './reduced-motion.ts'

/** Waits until effects have run. Uses a timeout, because animation frames don't run before the cross-fade. */
const waitForDraw = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Runs a change with the same cross-fade as page changes, if the browser supports it and the user hasn't reduced motion. */
export function fade(change: () => void): void {
  if (!('startViewTransition' in document) || isMotionReduced()) return change()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(() => {
    flushSync(change)
    return waitForDraw()
  })
  // Ignores the errors of an aborted transition: a newer one replaces it, and the page has changed anyway.
  for (const part of [ready, finished, updateCallbackDone]) part.catch(() => {})
}
