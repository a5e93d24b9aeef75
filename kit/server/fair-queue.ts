/** So many wait already that one more would only wait in vain. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

export interface FairQueueOptions {
  /** Pieces of work that run at once. */
  places: number
  /** Of these, for one key. */
  placesEach?: number
  /** Pieces that may wait for their turn. */
  maxWaiting: number
  /** Of these, of one key. */
  maxWaitingEach?: number
  /**
   * Work that runs longer than this many milliseconds yields its place and goes on in one of these apart, so that slow work makes
   * nobody wait. When they are used up, the key that has most of them loses its oldest.
   */
  slow?: { afterMs: number; places: number }
}

export interface Turn {
  /** For whom: the keys take turns. Work without one is one key together. */
  by?: string | undefined
  /** Leaves the line when it aborts; what runs already goes on. */
  signal?: AbortSignal | undefined
}

/**
 * Runs a piece of work when its turn comes; `displaced` aborts when there is no place for it any more because it was slow.
 * @throws QueueFull when the line is full; the signal's reason when that ended the wait
 */
export type FairQueue = <T>(work: (displaced: AbortSignal) => Promise<T>, turn?: Turn) => Promise<T>

/** Slow work that had to end, because the slow places were used up. */
class Displaced extends Error {
  override readonly name = 'Displaced'
}

interface SlowWork {
  key: string
  ending: AbortController
}

interface Line {
  running: number
  waiting: Set<() => void>
}

/**
 * Lets a bounded number of pieces of work run at once. Free places go round robin from key to key, in each key first come first
 * served, so that whoever brings much waits behind their own and not before everybody else.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { places, placesEach = places, maxWaiting, maxWaitingEach = maxWaiting, slow } = options
  /** The oldest first. */
  const slowWork = new Set<SlowWork>()
  /** Only keys with something running or waiting; whose turn was longest ago stands first. */
  const lines = new Map<string, Line>()
  let running = 0
  let waiting = 0

  const isFree = (line: Line) => running < places && line.running < placesEach

  function begin(key: string, line: Line) {
    running++
    line.running++
    lines.delete(key)
    lines.set(key, line)
  }

  function admitNext() {
    for (const [key, line] of lines) {
      const [pass] = line.waiting
      if (!pass || !isFree(line)) continue
      line.waiting.delete(pass)
      waiting--
      begin(key, line)
      pass()
      return
    }
  }

  const removeEmpty = (key: string, line: Line) => {
    if (line.running === 0 && line.waiting.size === 0) lines.delete(key)
  }

  function enter(key: string, line: Line, signal: AbortSignal | undefined): Promise<void> | undefined {
    signal?.throwIfAborted()
    if (isFree(line)) {
      begin(key, line)
      return undefined
    }
    if (waiting >= maxWaiting || line.waiting.size >= maxWaitingEach) throw new QueueFull(`${waiting} wait already`)
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        line.waiting.delete(pass)
        waiting--
        removeEmpty(key, line)
        reject(signal?.reason as Error)
      }
      const pass = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      waiting++
      line.waiting.add(pass)
      lines.set(key, line)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  function leavePlace(key: string, line: Line) {
    running--
    line.running--
    removeEmpty(key, line)
    admitNext()
  }

  function enterSlow(work: SlowWork) {
    slowWork.add(work)
    if (slowWork.size <= slow!.places) return
    const counts = new Map<string, number>()
    for (const { key } of slowWork) counts.set(key, (counts.get(key) ?? 0) + 1)
    const maxCount = Math.max(...counts.values())
    const displaced = [...slowWork].find(({ key }) => counts.get(key) === maxCount)!
    slowWork.delete(displaced)
    displaced.ending.abort(new Displaced('slow, and others are too'))
  }

  return async (work, { by = '', signal } = {}) => {
    const line = lines.get(by) ?? { running: 0, waiting: new Set() }
    await enter(by, line, signal)
    const own: SlowWork = { key: by, ending: new AbortController() }
    let isSlow = false
    const timer =
      slow &&
      setTimeout(() => {
        isSlow = true
        leavePlace(by, line)
        enterSlow(own)
      }, slow.afterMs)
    try {
      return await work(own.ending.signal)
    } finally {
      clearTimeout(timer)
      if (isSlow) slowWork.delete(own)
      else leavePlace(by, line)
    }
  }
}
