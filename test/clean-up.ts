import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Calls `end` after the running test, or after the file outside of tests. Vitest doesn't call an `afterAll` that a running test registers,
 * nor any in a file whose tests are all skipped: resources would stay open until the last file.
 */
export function cleanUp(end: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()))
  else afterAll(async () => void (await end()))
}
