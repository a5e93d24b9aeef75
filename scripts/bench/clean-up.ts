/**
 * Runs `cleanUp` at most once: when the benchmark calls the returned function, on a signal, or when the output is closed. A signal or
 * closed output also ends the process.
 */
export function cleanUpOnce(cleanUp: () => Promise<unknown>): () => Promise<unknown> {
  let cleaning: Promise<unknown> | undefined
  const cleanUpOnlyOnce = () => (cleaning ??= cleanUp())
  const stop = () => void cleanUpOnlyOnce().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  // If the output is closed, writing to it emits an error.
  process.stdout.on('error', stop)
  return cleanUpOnlyOnce
}
