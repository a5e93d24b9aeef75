import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const mebibyte = 2 ** 20

export interface IdleMemoryOptions {
  /** How often it is looked whether there is something to give back. Default: 5 s. */
  intervalMs?: number
  /** So much more than after the last collection has to be committed to the heap. Default: 16 MiB. */
  minGrowthBytes?: number
  /** Parts of one core's time; below, a process counts as idle. Default: 0.05. */
  idleShare?: number
}

/**
 * Gives memory back after a load. V8 collects what it needs to go on, and what a load has left behind stays until the next one: with
 * 60 MB of it on a machine that other programs use too. A full collection takes 50 to 150 ms, so it waits until the process was idle
 * for two intervals.
 */
export function collectWhenIdle({ intervalMs = 5000, minGrowthBytes = 16 * mebibyte, idleShare = 0.05 }: IdleMemoryOptions = {}): {
  stop: () => void
} {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options?: { type: 'minor' }) => void
  const collect = () => {
    gc()
    // Buffers are freed on other threads, and none may have had its turn yet: this waits for them, in some milliseconds. What is still counted
    // would be taken for what is needed, and as much of the next load would stay.
    gc({ type: 'minor' })
  }
  /** The least that was committed since the last collection. */
  let leastBytes = 0
  let usage = process.cpuUsage()
  let lookedAtMs = performance.now()
  let idleIntervals = 0
  const timer = setInterval(() => {
    const committed = committedBytes()
    leastBytes = Math.min(leastBytes, committed)
    const { user, system } = process.cpuUsage(usage)
    usage = process.cpuUsage()
    // Where others have the processor, it comes later than asked for.
    const elapsedMs = performance.now() - lookedAtMs
    lookedAtMs = performance.now()
    idleIntervals = user + system < idleShare * elapsedMs * 1000 ? idleIntervals + 1 : 0
    if (idleIntervals < 2 || committed - leastBytes < minGrowthBytes) return
    collect()
    leastBytes = committedBytes()
    idleIntervals = 0
  }, intervalMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** The heap, and what lies outside it for it, such as buffers. */
function committedBytes() {
  // V8 frees buffers beside its work, and takes them off this number when the next one is made: until then all of them seem to be there.
  void new ArrayBuffer(8)
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
}
