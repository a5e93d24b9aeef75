/** Thrown for a job that would wait too long, because too many jobs are waiting. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

export interface FairQueueOptions {
  /** Maximum jobs that run concurrently. */
  concurrency: number
  /** Maximum concurrent jobs of one key. */
  concurrencyPerKey?: number
  /** Maximum waiting jobs. */
  maxWaiting: number
  /** Maximum waiting jobs of one key. */
  maxWaitingPerKey?: number
  /**
   * A job that runs longer than `afterMs` moves from `concurrency` to a separate limit, so that slow jobs don't block others. Once that
   * limit is exceeded, the oldest job of the key with most slow jobs is aborted.
   */
  slow?: { afterMs: number; concurrency: number }
}

export interface EnqueueOptions {
  /** Keys are served round robin. Jobs without a key share one key. */
  key?: string | undefined
  /** An abort removes a waiting job; a running job continues. */
  signal?: AbortSignal | undefined
}

/**
 * Runs a job when its turn comes. `evicted` aborts if the job is slow and others need its slot.
 * @throws QueueFullError if too many jobs wait, or if this job is dropped later for a key with fewer waiting jobs; the signal's reason if the
 *   signal aborts the wait
 */
export type FairQueue = <T>(work: (evicted: AbortSignal) => Promise<T>, options?: EnqueueOptions) => Promise<T>

/** The reason of an abort: the slots for slow jobs are used up. */
class EvictedError extends Error {
  override readonly name = 'EvictedError'
}

interface SlowWork {
  key: string
  ending: AbortController
}

interface WaitingWork {
  start: () => void
  drop: (reason: Error) => void
}

interface KeyQueue {
  running: number
  /** First in, first out. */
  waiting: Set<WaitingWork>
}

/** Returns the entry with the highest count, the first if several are equal. */
function longestOf<T>(counted: Iterable<readonly [T, number]>): readonly [T, number] | undefined {
  let longest: readonly [T, number] | undefined
  for (const entry of counted) if (!longest || entry[1] > longest[1]) longest = entry
  return longest
}

/**
 * Creates a fair queue with bounded concurrency. Free slots are assigned to the keys round robin, and to the jobs of a key first in, first
 * out. A busy key therefore delays only itself. If the queue is full, a job of a key with few waiting jobs replaces the newest job of the
 * key with most.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, concurrencyPerKey = concurrency, maxWaiting, maxWaitingPerKey = maxWaiting, slow } = options
  /** Oldest first. */
  const slowWork = new Set<SlowWork>()
  /** Keys with running or waiting jobs, in the order in which their last job started. */
  const queues = new Map<string, KeyQueue>()
  let running = 0
  let waitingCount = 0

  const isFree = (queue: KeyQueue) => running < concurrency && queue.running < concurrencyPerKey

  function markStarted(key: string, queue: KeyQueue) {
    running++
    queue.running++
    queues.delete(key)
    queues.set(key, queue)
  }

  function startNext() {
    for (const [key, queue] of queues) {
      const [next] = queue.waiting
      if (!next || !isFree(queue)) continue
      queue.waiting.delete(next)
      waitingCount--
      markStarted(key, queue)
      next.start()
      return
    }
  }

  const removeEmpty = (key: string, queue: KeyQueue) => {
    if (queue.running === 0 && queue.waiting.size === 0) queues.delete(key)
  }

  /** Drops the newest job of the key with most waiting jobs. @returns false if that key has at most one waiting job more than `other` */
  function makeRoomFor(other: KeyQueue): boolean {
    const longest = longestOf([...queues.values()].map((queue) => [queue, queue.waiting.size] as const))
    if (!longest || longest[1] <= other.waiting.size + 1) return false
    ;[...longest[0].waiting].at(-1)!.drop(new QueueFullError('others have fewer waiting'))
    return true
  }

  function enqueue(key: string, queue: KeyQueue, signal: AbortSignal | undefined): Promise<void> | undefined {
    signal?.throwIfAborted()
    if (isFree(queue)) {
      markStarted(key, queue)
      return undefined
    }
    if (queue.waiting.size >= maxWaitingPerKey || (waitingCount >= maxWaiting && !makeRoomFor(queue)))
      throw new QueueFullError(`${waitingCount} wait already`)
    return new Promise<void>((resolve, reject) => {
      const onAbort = () => entry.drop(signal?.reason as Error)
      const entry: WaitingWork = {
        start() {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
        drop(reason) {
          signal?.removeEventListener('abort', onAbort)
          queue.waiting.delete(entry)
          waitingCount--
          removeEmpty(key, queue)
          reject(reason)
        },
      }
      waitingCount++
      queue.waiting.add(entry)
      queues.set(key, queue)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  function freeSlot(key: string, queue: KeyQueue) {
    running--
    queue.running--
    removeEmpty(key, queue)
    startNext()
  }

  function addSlow(work: SlowWork) {
    slowWork.add(work)
    if (slowWork.size <= slow!.concurrency) return
    const counts = new Map<string, number>()
    for (const { key } of slowWork) counts.set(key, (counts.get(key) ?? 0) + 1)
    const [, maxCount] = longestOf(counts)!
    const evicted = [...slowWork].find(({ key }) => counts.get(key) === maxCount)!
    slowWork.delete(evicted)
    evicted.ending.abort(new EvictedError('slow, and others are too'))
  }

  return async (work, { key = '', signal } = {}) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() }
    await enqueue(key, queue, signal)
    const entry: SlowWork = { key, ending: new AbortController() }
    let isSlow = false
    const timer =
      slow &&
      setTimeout(() => {
        isSlow = true
        freeSlot(key, queue)
        addSlow(entry)
      }, slow.afterMs)
    try {
      return await work(entry.ending.signal)
    } finally {
      clearTimeout(timer)
      if (isSlow) slowWork.delete(entry)
      else freeSlot(key, queue)
    }
  }
}
