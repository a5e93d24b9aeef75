import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Calls `end` after the running test, or after the file if no test runs. Vitest never calls an `afterAll` that a running test registers, or
 * one in a file whose tests are all skipped. Resources would stay open until the last file.
 */
export function cleanUp(end: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()))
  else afterAll(async () => void (await end()))
}
