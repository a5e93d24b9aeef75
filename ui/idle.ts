/** When a browser is taken to be idle that does not say so, in ms. */
const idleTimeoutMs = 2000

/** Calls back once the browser has nothing else to do. @returns how to stop waiting */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, idleTimeoutMs)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act, { timeout: idleTimeoutMs })
  return () => cancelIdleCallback(request)
}
