/** So many wait already that one more would only wait in vain. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

export interface FairQueueOptions {
  /** Pieces of work that run at once. */
  concurrency: number
  /** Of these, for one key. */
  concurrencyPerKey?: number
  /** Pieces that may wait to be started. */
  maxWaiting: number
  /** Of these, of one key. */
  maxWaitingPerKey?: number
  /**
   * Work that runs longer than this many milliseconds no longer counts in `concurrency` but in one apart, so that slow work makes
   * nobody wait. When that is used up, too, the key that has most of it running has its oldest aborted.
   */
  slow?: { afterMs: number; concurrency: number }
}

export interface EnqueueOptions {
  /** For whom: keys are served round robin. Work without one is one key together. */
  key?: string | undefined
  /** Dequeues it when it aborts; what runs already goes on. */
  signal?: AbortSignal | undefined
}

/**
 * Runs a piece of work when its turn comes; `evicted` aborts when it was slow and others need its slot.
 * @throws QueueFull when too many wait, also later, when the slot in the queue goes to a key that has fewer; the signal's reason when
 * that ended the wait
 */
export type FairQueue = <T>(work: (evicted: AbortSignal) => Promise<T>, options?: EnqueueOptions) => Promise<T>

/** Slow work that had to end, because the slots for slow work were used up. */
class Evicted extends Error {
  override readonly name = 'Evicted'
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
  /** First come, first served. */
  waiting: Set<WaitingWork>
}

/** The one with most entries, the first of several. */
function longestOf<T>(counted: Iterable<readonly [T, number]>): readonly [T, number] | undefined {
  let longest: readonly [T, number] | undefined
  for (const one of counted) if (!longest || one[1] > longest[1]) longest = one
  return longest
}

/**
 * A bounded number of pieces of work run at once (fair queueing). Free slots go round robin from key to key, in each key first in, first
 * out, so that whoever brings much waits behind their own and not before everybody else. A full queue takes from whoever has most of it:
 * the newest of the longest key's is dropped for a key that has fewer waiting.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, concurrencyPerKey = concurrency, maxWaiting, maxWaitingPerKey = maxWaiting, slow } = options
  /** The oldest first. */
  const slowWork = new Set<SlowWork>()
  /** Only keys with something running or waiting; the least recently started stands first. */
  const queues = new Map<string, KeyQueue>()
  let running = 0
  let waiting = 0

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
      waiting--
      markStarted(key, queue)
      next.start()
      return
    }
  }

  const removeEmpty = (key: string, queue: KeyQueue) => {
    if (queue.running === 0 && queue.waiting.size === 0) queues.delete(key)
  }

  /** Drops the newest of the key that has most waiting. @returns false when that would leave it with no more than the other has then */
  function makeRoomFor(other: KeyQueue): boolean {
    const longest = longestOf([...queues.values()].map((queue) => [queue, queue.waiting.size] as const))
    if (!longest || longest[1] <= other.waiting.size + 1) return false
    ;[...longest[0].waiting].at(-1)!.drop(new QueueFull('others have fewer waiting'))
    return true
  }

  function enqueue(key: string, queue: KeyQueue, signal: AbortSignal | undefined): Promise<void> | undefined {
    signal?.throwIfAborted()
    if (isFree(queue)) {
      markStarted(key, queue)
      return undefined
    }
    if (queue.waiting.size >= maxWaitingPerKey || (waiting >= maxWaiting && !makeRoomFor(queue)))
      throw new QueueFull(`${waiting} wait already`)
    return new Promise<void>((resolve, reject) => {
      const onAbort = () => own.drop(signal?.reason as Error)
      const own: WaitingWork = {
        start() {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
        drop(reason) {
          signal?.removeEventListener('abort', onAbort)
          queue.waiting.delete(own)
          waiting--
          removeEmpty(key, queue)
          reject(reason)
        },
      }
      waiting++
      queue.waiting.add(own)
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
    evicted.ending.abort(new Evicted('slow, and others are too'))
  }

  return async (work, { key = '', signal } = {}) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() }
    await enqueue(key, queue, signal)
    const own: SlowWork = { key, ending: new AbortController() }
    let isSlow = false
    const timer =
      slow &&
      setTimeout(() => {
        isSlow = true
        freeSlot(key, queue)
        addSlow(own)
      }, slow.afterMs)
    try {
      return await work(own.ending.signal)
    } finally {
      clearTimeout(timer)
      if (isSlow) slowWork.delete(own)
      else freeSlot(key, queue)
    }
  }
}
