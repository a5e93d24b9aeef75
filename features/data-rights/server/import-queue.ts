/** Processes one import at a time, so that sandbox processes and database connections stay free for other requests. */
import { createFairQueue } from '#kit/server/fair-queue.ts'

/** Maximum bytes of a small import: a few thousand links. */
const smallImportMaxBytes = 64 * 1024
const maxWaitingImports = 200

/**
 * Alternates small and large imports, so that a small import waits for one large import at most. Users take turns among small and among
 * large imports.
 * @returns a function that runs a user's import of `bytes` when it is their turn @throws QueueFullError
 */
export function createImportQueue() {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 2 })
  const lanes = {
    small: createFairQueue({ concurrency: 1, maxWaiting: maxWaitingImports }),
    large: createFairQueue({ concurrency: 1, maxWaiting: maxWaitingImports }),
  }
  return <T>({ by, bytes }: { by: string; bytes: number }, work: () => Promise<T>): Promise<T> => {
    const size = bytes <= smallImportMaxBytes ? 'small' : 'large'
    return lanes[size](() => queue(work, { key: size }), { key: by })
  }
}
export type ImportQueue = ReturnType<typeof createImportQueue>
