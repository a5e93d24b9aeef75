import type { Log } from './log.ts'

export interface FreshCopy<T> {
  /** Returns the data, at most a second old. If reading fails, returns the last known data. */
  read(): Promise<T>
  /** Makes the next `read` query the database. Call it after a change by this process. */
  expire(): void
}

/** How long a copy is used. */
const freshMs = 1000

interface FreshCopyOptions<T> {
  /** Value until data have been read. */
  initial: T
  load: () => Promise<T>
  log: Pick<Log, 'warn'>
  /** Names the data in the log. */
  name: string
  /** A clock in milliseconds that is never set back. */
  now?: () => number
}

/** Keeps rarely changed data of the database in memory. A change is visible in all processes within two seconds. */
export function createFreshCopy<T>({ initial, load, log, name, now = () => performance.now() }: FreshCopyOptions<T>): FreshCopy<T> {
  let latest = initial
  let readAt = -Infinity
  /** Counts expirations: the result of a read that began before an expiration is dropped. */
  let expirationCount = 0
  let reading: { expirationCount: number; data: Promise<T> } | undefined
  async function refresh(began: number): Promise<T> {
    const startedAt = now()
    let data = latest
    try {
      data = await load()
    } catch (error) {
      log.warn({ err: error }, `${name} could not be read`)
    }
    if (began === expirationCount) {
      latest = data
      readAt = startedAt
      reading = undefined
    }
    return data
  }
  return {
    read() {
      if (now() - readAt < freshMs) return Promise.resolve(latest)
      if (reading?.expirationCount !== expirationCount) reading = { expirationCount, data: refresh(expirationCount) }
      return reading.data
    },
    expire() {
      expirationCount++
      readAt = -Infinity
    },
  }
}
