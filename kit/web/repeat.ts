import type { ApiError } from '#kit/contract/client.ts'
import { isTransient, offlineError } from './failures.ts'
import { currentViewer } from './viewer.ts'

const firstDelayMs = 1000
const maxDelayMs = 30_000
/** Maximum attempts after responses with status 500. */
const maxAttemptsAfterError = 2

/** A call that another page can send if this page closes. */
export interface StoredRequest {
  /** The call's `op_id`. */
  id: string
  path: string
  input: object
  /** Description of the change for the user. */
  text: string
}
interface RetryQueue {
  /** @returns whether it was stored */
  keep: (request: StoredRequest) => boolean
  /** Removes an answered call; keeps a refused one with its reason, to show it. */
  settle: (id: string, refusal?: string) => void
  /** Lets another page send the call, because this page now acts for another user or team. */
  handOver: (id: string) => void
}
/**
 * Stores waiting calls so that they outlive the page, once `stored-calls.ts` has loaded. Calls made before that are stored when they are
 * repeated.
 */
export const retryQueue: RetryQueue = { keep: () => false, settle: () => {}, handOver: () => {} }

/** Makes the browser ask before the page is closed while waiting calls can't be stored. */
const confirmLeaving = (event: Event) => event.preventDefault()
let unstoredCount = 0
function countUnstored(change: 1 | -1): void {
  unstoredCount += change
  if (unstoredCount > 0) addEventListener('beforeunload', confirmLeaving)
  else removeEventListener('beforeunload', confirmLeaving)
}

/**
 * Functions that store unanswered calls, one for each call. Includes calls that wait for their turn, as the request before them may hang.
 */
const pendingRetries = new Set<() => void>()
const storeAll = () => {
  for (const storeRequest of pendingRetries) storeRequest()
}
let waitingCount = 0
/** Number of calls that wait to be repeated. */
export const countWaitingCalls = (): number => waitingCount

/** Waits for the given time, or until the browser is back online. */
async function waitForRetry(ms: number): Promise<void> {
  waitingCount++
  storeAll()
  const ending = new AbortController()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true, signal: ending.signal })
  })
  ending.abort()
  waitingCount--
}

interface RepeatOptions {
  kept?: StoredRequest | undefined
  isSameViewer?: () => boolean
}
/** @throws ApiError */
type Repeat = <T>(make: () => Promise<T>) => Promise<T>

/**
 * Repeats a call that the server carries out once, until a response arrives. Stops when another user or team acts on this page, because the
 * call is not theirs.
 * @throws ApiError
 */
export const repeatUntilAnswered = <T>(make: () => Promise<T>, options: RepeatOptions = {}): Promise<T> => prepareRepeat(options)(make)

/**
 * Prepares {@link repeatUntilAnswered} for a call that is sent later. Until it is sent, the call is stored as soon as another call waits
 * for a connection.
 */
export function prepareRepeat({ kept, isSameViewer = sameViewer() }: RepeatOptions): Repeat {
  let isKept: boolean | undefined
  const storeRequest = () => {
    if (!kept || isKept) return
    const wasTried = isKept !== undefined
    isKept = retryQueue.keep(kept)
    if (isKept && wasTried) countUnstored(-1)
    if (!isKept && !wasTried) countUnstored(1)
  }
  pendingRetries.add(storeRequest)
  // Added only once, because the listener is the same function.
  addEventListener('offline', storeAll)
  if (waitingCount > 0) storeRequest()
  return (make) =>
    repeatCall(make, { kept, isSameViewer, keep: storeRequest, isKept: () => isKept }).finally(() => pendingRetries.delete(storeRequest))
}

interface RepeatContext extends RepeatOptions {
  isSameViewer: () => boolean
  keep: () => void
  isKept: () => boolean | undefined
}
async function repeatCall<T>(make: () => Promise<T>, { kept, isSameViewer, keep, isKept }: RepeatContext): Promise<T> {
  const end = (act: () => void) => {
    if (isKept()) act()
    if (isKept() === false) countUnstored(-1)
  }
  const stopIfOther = (error: unknown) => {
    if (isSameViewer()) return
    end(() => retryQueue.handOver(kept!.id))
    throw error
  }
  stopIfOther(offlineError())
  for (let failures = 0; ; failures++)
    try {
      const response = await make()
      end(() => retryQueue.settle(kept!.id))
      return response
    } catch (error) {
      const { status, message } = error as ApiError
      if (!isTransient(error) || (status === 500 && failures >= maxAttemptsAfterError)) {
        end(() => retryQueue.settle(kept!.id, status === 202 ? undefined : message))
        throw error
      }
      stopIfOther(error)
      // After a 500 there are only a few retries within seconds, so no other page needs to send the call.
      if (status === 500) pendingRetries.delete(keep)
      else keep()
      await waitForRetry(Math.min(firstDelayMs * 2 ** failures, maxDelayMs))
      stopIfOther(error)
    }
}

function sameViewer(): () => boolean {
  const viewer = currentViewer()
  return () => viewer === currentViewer()
}
