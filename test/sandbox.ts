import { inject } from 'vitest'
import { createSandbox, type Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { cleanUp } from './clean-up.ts'

/** Makes the product's sandbox for tests of its tasks. It ends with the test file. @param onEnded called for killed tasks */
export function createProductSandbox(onEnded: (fields: object, message: string) => void = () => undefined): Sandbox {
  const sandbox = createSandbox({ entry: inject('children').sandbox, maxProcesses: 2, memoryMiB: 400, log: { warn: onEnded } })
  cleanUp(() => sandbox.stop())
  return sandbox
}
