/** A gate that is full: so many wait already that one more would only wait in vain. */
export class GateFull extends Error {
  override readonly name = 'GateFull'
}

export type Gate = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** A gate for each key, which is there only as long as somebody uses it. */
export function createGates(width: number, maxWaiting: number): (key: string) => Gate {
  const gates = new Map<string, { gate: Gate; users: number }>()
  return (key) => async (work, signal) => {
    const kept = gates.get(key) ?? { gate: createGate(width, maxWaiting), users: 0 }
    gates.set(key, kept)
    kept.users++
    try {
      return await kept.gate(work, signal)
    } finally {
      if (--kept.users === 0) gates.delete(key)
    }
  }
}

/**
 * Lets at most `width` pieces of work run at once and at most `maxWaiting` wait their turn, first come first served.
 * @returns a function that runs one piece: it rejects with {@link GateFull} when the line is full, and with the signal's reason when that ends the wait
 */
export function createGate(width: number, maxWaiting: number): Gate {
  let running = 0
  const waiting = new Set<() => void>()

  const enter = (signal?: AbortSignal) => {
    signal?.throwIfAborted()
    if (running < width) {
      running++
      return undefined
    }
    if (waiting.size >= maxWaiting) throw new GateFull(`${maxWaiting} wait already`)
    return new Promise<void>((resolve, reject) => {
      const leaveLine = () => {
        waiting.delete(pass)
        reject(signal?.reason as Error)
      }
      const pass = () => {
        signal?.removeEventListener('abort', leaveLine)
        resolve()
      }
      waiting.add(pass)
      signal?.addEventListener('abort', leaveLine, { once: true })
    })
  }

  return async (work, signal) => {
    await enter(signal)
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) {
        // The place is handed over: `running` stays as it is.
        waiting.delete(next)
        next()
      } else running--
    }
  }
}
