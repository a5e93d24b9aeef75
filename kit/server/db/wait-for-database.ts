import { setTimeout as sleep } from 'node:timers/promises'
import { checkDatabase, type DatabaseFindings } from './check-database.ts'
import { isDatabaseUnavailable } from './db.ts'
import { messageOf } from '../setup-error.ts'

export interface DatabaseWait {
  /** How long to retry. */
  waitMs: number
  /** Ends the wait. */
  signal: AbortSignal
  /** Called after each failed attempt. */
  onRetry: (sentence: string) => void
}

const maxPauseMs = 10_000
// The network is not up yet, or the host is moving to another machine.
const networkCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const isUnavailable = (error: unknown) =>
  isDatabaseUnavailable(error) || networkCodes.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')

/**
 * Does the same as {@link checkDatabase}, but retries while the database doesn't respond. After a failover or a restart that may take
 * minutes.
 * @throws SetupError immediately for permanent errors, such as a wrong password
 */
export async function waitForDatabase(url: string, { waitMs, signal, onRetry }: DatabaseWait): Promise<DatabaseFindings> {
  const end = performance.now() + waitMs
  for (let pauseMs = 1000; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    try {
      return await rejectOnAbort(checkDatabase(url), signal)
    } catch (error) {
      const leftMs = end - performance.now()
      signal.throwIfAborted()
      if (!isUnavailable((error as Error).cause) || leftMs <= 0) throw error
      onRetry(`${messageOf(error)} Retrying for ${Math.ceil(leftMs / 1000)} s more (DATABASE_WAIT).`)
      await sleep(Math.min(pauseMs, leftMs), undefined, { signal })
    }
  }
}

function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
