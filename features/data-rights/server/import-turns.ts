/** However many people bring large files at once, one is worked on at a time: others find processes and connections free. */
import { createFairQueue } from '#kit/server/fair-queue.ts'

/** Up to some thousand links. */
const smallBytes = 64 * 1024
const maxWaiting = 200

/**
 * What is small takes turns with what is large, and waits for one of these at most; among each, people take turns.
 * @returns a function that works on `bytes` of somebody's when it is their turn. @throws QueueFull when too many wait
 */
export function createImportTurns() {
  const inTurn = createFairQueue({ concurrency: 1, maxWaiting: 2 })
  const lanes = {
    small: createFairQueue({ concurrency: 1, maxWaiting }),
    large: createFairQueue({ concurrency: 1, maxWaiting }),
  }
  return <T>({ by, bytes }: { by: string; bytes: number }, work: () => Promise<T>): Promise<T> => {
    const size = bytes <= smallBytes ? 'small' : 'large'
    return lanes[size](() => inTurn(work, { key: size }), { key: by })
  }
}
export type ImportTurns = ReturnType<typeof createImportTurns>
