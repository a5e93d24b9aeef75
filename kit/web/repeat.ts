import type { ApiError } from '#kit/contract/client.ts'
import { isTransient } from './failures.ts'
import { currentViewer } from './viewer.ts'

const firstDelayMs = 1000
const maxDelayMs = 30_000
/** Attempts after responses with status 500, an error of the server. */
const maxAfterErrors = 2

let waiting = 0
/** Number of calls that wait to be repeated. */
export const countWaitingCalls = (): number => waiting

/** Waits, or until the browser is back online. */
async function pause(ms: number): Promise<void> {
  waiting++
  const ending = new AbortController()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true, signal: ending.signal })
  })
  ending.abort()
  waiting--
}

/**
 * Repeats a call that the server makes once, until an answer arrives. Gives up when another user or team acts here: the call isn't theirs.
 * @throws ApiError
 */
export async function repeatUntilAnswered<T>(make: () => Promise<T>): Promise<T> {
  const viewer = currentViewer()
  for (let failures = 0; ; failures++)
    try {
      return await make()
    } catch (error) {
      const mayRepeat = isTransient(error) && ((error as ApiError).status !== 500 || failures < maxAfterErrors)
      if (!mayRepeat || viewer !== currentViewer()) throw error
      await pause(Math.min(firstDelayMs * 2 ** failures, maxDelayMs))
      if (viewer !== currentViewer()) throw error
    }
}
