import { isDatabaseAway, isDatabaseFull } from '../db/db.ts'
import { QueueFull } from '../fair-queue.ts'
import { SandboxError } from '../sandbox/sandbox.ts'
import { StorageError } from '../storage/storage-error.ts'

/** Could work not even begin, because too much waits or no process could be started? Later it may. */
export const isOverloaded = (error: unknown): boolean =>
  error instanceof QueueFull || (error instanceof SandboxError && error.kind === 'unavailable')

/** What keeps work from being done now, and not for ever: there is no room, or what it needs is away. */
export type Hindrance = 'full' | 'away'

/** @returns nothing for what would fail again at any time */
export function hindranceOf(error: unknown): Hindrance | undefined {
  if (isDatabaseFull(error) || (error instanceof StorageError && error.kind === 'full')) return 'full'
  return error instanceof StorageError || isOverloaded(error) || isDatabaseAway(error) ? 'away' : undefined
}
