/** Returns the work's result, or rejects with the signal's reason once the signal aborts. The work itself continues. */
export function rejectWhenAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    // Rejections after the abort have a handler too, so they don't become unhandled.
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

/**
 * Returns a signal that aborts after a timeout, or with the first of the given signals. Replaces `AbortSignal.any` with
 * `AbortSignal.timeout`: Node 20 garbage-collects such a signal despite its listeners, so it never aborts.
 */
export function createDeadlineSignal(timeoutMs: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const ending = new AbortController()
  // The timer keeps a reference to the controller, so that it isn't garbage-collected.
  setTimeout(() => ending.abort(new DOMException('It took too long', 'TimeoutError')), timeoutMs).unref()
  for (const signal of signals) {
    if (signal.aborted) ending.abort(signal.reason)
    else signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true, signal: ending.signal })
  }
  return ending.signal
}
