import { setFlagsFromString } from 'node:v8'

/** What V8 chooses by itself for a process that is busy, at most. */
const growthPercent = 300
let running = 0

/**
 * Lets the heap grow while work goes on that passes much on. That of a process that was idle may grow by a third before all of it is collected:
 * an import of a guide had 83 such collections, a quarter of its processor time. Since V8 13 (Node 24) buffers have a limit of their own, 64 MB:
 * it stays, as without it an import takes 80 MB more for half a second less.
 */
export async function whileHeapMayGrow<Done>(work: () => Promise<Done>): Promise<Done> {
  if (running++ === 0) setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
  try {
    return await work()
  } finally {
    // V8 chooses again.
    if (--running === 0) setFlagsFromString('--heap-growing-percent=0')
  }
}
