import { QueueFull } from './fair-queue.ts'
import { SandboxError } from './sandbox/sandbox.ts'

/** Could work not even begin, because too much waits or no process could be started? Later it may. */
export const isOverloaded = (error: unknown): boolean =>
  error instanceof QueueFull || (error instanceof SandboxError && error.kind === 'unavailable')
