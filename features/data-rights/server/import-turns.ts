/** Processes one large import at a time, so that processes and connections stay available. */
import { createFairQueue } from '#kit/server/fair-queue.ts'

/** Size limit of a small import: some thousand links. */
const smallBytes = 64 * 1024
const maxWaiting = 200

/**
 * Small imports alternate with large ones, so they wait for at most one; within each class, users take turns.
 * @returns a function that runs a user's import of `bytes` when it is their turn. @throws QueueFull
 */
export function createImportTurns() {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 2 })
  const lanes = {
    small: createFairQueue({ concurrency: 1, maxWaiting }),
    large: createFairQueue({ concurrency: 1, maxWaiting }),
  }
  return <T>({ by, bytes }: { by: string; bytes: number }, work: () => Promise<T>): Promise<T> => {
    const size = bytes <= smallBytes ? 'small' : 'large'
    return lanes[size](() => queue(work, { key: size }), { key: by })
  }
}
export type ImportTurns = ReturnType<typeof createImportTurns>
