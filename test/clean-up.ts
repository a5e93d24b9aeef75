import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Calls `end` after the running test, or outside of tests after the file. Vitest never calls an `afterAll` of a running test: what it should
 * close would stay open until the last file. Nor does it call those of a file whose tests are all skipped.
 */
export function cleanUp(end: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()))
  else afterAll(async () => void (await end()))
}
