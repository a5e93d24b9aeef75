import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Calls `end` after the running test, or if no test runs, after the file. Vitest never calls an `afterAll` that a running test registers,
 * nor any in a file whose tests are all skipped: resources would stay open until the last file.
 */
export function cleanUp(end: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()))
  else afterAll(async () => void (await end()))
}
