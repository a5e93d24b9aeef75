import { isDatabaseUnavailable, isDatabaseFull } from '../db/db.ts'
import { QueueFullError } from '../fair-queue.ts'
import { SandboxError } from '../sandbox/sandbox.ts'
import { StorageError } from '../storage/storage-error.ts'

/** Whether work could not begin, because a queue is full or no process could be started. A retry may succeed. */
export const isOverloaded = (error: unknown): boolean =>
  error instanceof QueueFullError || (error instanceof SandboxError && error.kind === 'unavailable')

/** A temporary obstacle: no space, or a missing resource. */
export type TemporaryFailure = 'full' | 'away'

/** @returns undefined for permanent errors */
export function findTemporaryFailure(error: unknown): TemporaryFailure | undefined {
  if (isDatabaseFull(error) || (error instanceof StorageError && error.kind === 'full')) return 'full'
  return error instanceof StorageError || isOverloaded(error) || isDatabaseUnavailable(error) ? 'away' : undefined
}
