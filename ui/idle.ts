/** Maximum delay in ms. Browsers without `requestIdleCallback` always wait this long. */
const idleTimeoutMs = 2000

/** Runs `act` when the browser is idle. @returns a function that cancels this */
export function runWhenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, idleTimeoutMs)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act, { timeout: idleTimeoutMs })
  return () => cancelIdleCallback(request)
}
