/** The work's outcome, or the signal's reason as soon as it aborts; the work itself is not stopped by it. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal.throwIfAborted()
    const end = () => reject(signal.reason as Error)
    signal.addEventListener('abort', end, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
