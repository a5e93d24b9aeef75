import { afterAll } from 'vitest'
import { createSandbox, type Sandbox } from '#kit/server/sandbox/sandbox.ts'

/** The product's sandbox, for tests of what runs in it; ends with the test file. */
export function productSandbox(): Sandbox {
  const sandbox = createSandbox({ entry: 'server/sandbox.ts', places: 2, memoryMiB: 400, log: { warn: () => undefined } })
  afterAll(() => sandbox.stop())
  return sandbox
}
