/** Runs `cleanUp` once: when the benchmark calls the returned function, on a signal, or when its output is closed; the last two end the process. */
export function cleanUpOnce(cleanUp: () => Promise<unknown>): () => Promise<unknown> {
  let cleaning: Promise<unknown> | undefined
  const cleanUpOnlyOnce = () => (cleaning ??= cleanUp())
  const stop = () => void cleanUpOnlyOnce().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  // Each further line would be an error, too.
  process.stdout.on('error', stop)
  return cleanUpOnlyOnce
}
