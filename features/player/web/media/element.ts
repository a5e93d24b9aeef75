import type { Failure } from '../plan.ts'

/**
 * Shadow tree of a media element whose native element is in the light tree (`<video slot="media">`). Our stylesheet then applies to the
 * native element and its captions, without inline styles, which the content security policy blocks.
 */
export const slottedTemplate = () => '<slot name="media"></slot><slot></slot>'

export interface ReportedFailure {
  failure: Failure
  codecs: string
}

/** Dispatches a `failure` event. @param codecs names of unsupported codecs */
export function reportFailure(element: EventTarget, failure: Failure, codecs = ''): void {
  element.dispatchEvent(new CustomEvent<ReportedFailure>('failure', { detail: { failure, codecs } }))
}

/** Minimum seconds of a live window that has a timeline. */
const minDvrSeconds = 120

/** `targetLiveWindow` of media-ui-extensions: Infinity for live streams with seeking, 0 without. */
export const liveWindowOf = (seconds: number): number => (seconds >= minDvrSeconds ? Number.POSITIVE_INFINITY : 0)

/** Timeout in ms. */
const probeMs = 8000

/** Finds out why a fetch failed, which browsers hide: a `no-cors` request succeeds if a server responds at all. */
export async function diagnoseFetchFailure(address: string): Promise<Failure> {
  const abortController = new AbortController()
  const timer = setTimeout(() => abortController.abort(), probeMs)
  try {
    await fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal: abortController.signal })
    return 'cors'
  } catch {
    return abortController.signal.aborted ? 'timeout' : 'unreachable'
  } finally {
    clearTimeout(timer)
    // Aborts the request, because only the response matters, not its body.
    abortController.abort()
  }
}

/** Whether the URL is on this host, and so always readable. */
export const isSameOrigin = (address: string): boolean => URL.parse(address, location.href)?.origin === location.origin
