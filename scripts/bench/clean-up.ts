/** Runs `cleanUp` once: when the benchmark calls the returned function, or on a signal, which then ends the process. */
export function cleanUpOnce(cleanUp: () => Promise<unknown>): () => Promise<unknown> {
  let cleaning: Promise<unknown> | undefined
  const cleanUpOnlyOnce = () => (cleaning ??= cleanUp())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void cleanUpOnlyOnce().finally(() => process.exit(1)))
  return cleanUpOnlyOnce
}
