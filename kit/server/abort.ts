/** The work's outcome, or the signal's reason as soon as it aborts; the work itself is not stopped by it. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    // Also of work that comes too late: how it ends would be a failure that nobody handles.
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

/**
 * Aborts after a time, or with the first of these. In place of `AbortSignal.any` with `AbortSignal.timeout`: in Node 20 such a signal is
 * collected as garbage although somebody listens, and its time never comes.
 */
export function withDeadline(timeoutMs: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const ending = new AbortController()
  // Holds it until then.
  setTimeout(() => ending.abort(new DOMException('It took too long', 'TimeoutError')), timeoutMs).unref()
  for (const signal of signals) {
    if (signal.aborted) ending.abort(signal.reason)
    else signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true, signal: ending.signal })
  }
  return ending.signal
}
