import { afterAll, onTestFinished, TestRunner } from 'vitest'

declare global {
  /** What the files of a worker have started and not ended. All files of a worker share it. */
  var cleanUps: Set<() => Promise<void>> | undefined
}
const cleanUps = (globalThis.cleanUps ??= new Set())

/**
 * Calls `end` after the running test, or outside of tests after the file. Vitest calls neither an `afterAll` of a running test nor those of a
 * file whose tests are all skipped, such as slow ones: {@link cleanUpFormerFile} calls the latter.
 */
export function cleanUp(end: () => Promise<void>): void {
  const endOnce = async () => {
    if (cleanUps.delete(endOnce)) await end()
  }
  cleanUps.add(endOnce)
  if (TestRunner.getCurrentTest()) onTestFinished(endOnce)
  else afterAll(endOnce)
}

/** Ends what the former file of this worker left. */
export async function cleanUpFormerFile(): Promise<void> {
  for (const end of cleanUps) await end()
}
