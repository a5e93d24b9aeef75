import pg from 'pg'

export interface Canceller {
  /** Ends what a backend does. Resolves when PostgreSQL has passed it on. @throws when that can't be done in time */
  cancel(pid: number): Promise<void>
  end(): Promise<void>
}

interface Waiter {
  resolve: () => void
  reject: (error: Error) => void
}

const answerTimeoutMs = 2000
const idleMs = 30_000

/**
 * Cancels statements over one connection of its own, one batch after the other: however many are given up at once, they cost
 * one backend. (PostgreSQL's cancel request would be a connection each, and goes unencrypted.)
 */
export function createCanceller(config: pg.ClientConfig): Canceller {
  /** By the backend's process id; two may want the same one ended. */
  let waiting = new Map<number, Waiter[]>()
  let client: Promise<pg.Client> | undefined
  let isWorking = false
  let idle: NodeJS.Timeout | undefined

  async function connect() {
    const made = new pg.Client({ ...config, connectionTimeoutMillis: answerTimeoutMs, query_timeout: answerTimeoutMs, keepAlive: true })
    made.on('error', () => (client = undefined))
    await made.connect()
    return made
  }
  async function close() {
    clearTimeout(idle)
    const closing = client
    client = undefined
    await closing?.then((made) => made.end()).catch(() => undefined)
  }

  async function work() {
    clearTimeout(idle)
    isWorking = true
    while (waiting.size) {
      const batch = waiting
      waiting = new Map()
      try {
        const connected = await (client ??= connect())
        await connected.query('select pg_cancel_backend(pid) from unnest($1::int[]) as pid', [[...batch.keys()]])
        for (const { resolve } of [...batch.values()].flat()) resolve()
      } catch (error) {
        for (const { reject } of [...batch.values()].flat()) reject(error as Error)
        await close()
      }
    }
    isWorking = false
    idle = setTimeout(() => void close(), idleMs).unref()
  }

  return {
    cancel(pid) {
      const cancelled = new Promise<void>((resolve, reject) => waiting.set(pid, [...(waiting.get(pid) ?? []), { resolve, reject }]))
      // Whether it succeeds matters to whoever waits for it, if anybody does.
      cancelled.catch(() => undefined)
      if (!isWorking) void work()
      return cancelled
    },
    end: close,
  }
}
