import type { Failure } from '../plan.ts'

/**
 * Shadow tree of a custom media element whose native element stands in the light tree (`<video slot="media">`): our stylesheet
 * reaches it and its captions, and no inline style is needed, which the content security policy would refuse.
 */
export const slottedTemplate = () => '<slot name="media"></slot><slot></slot>'

export interface ToldFailure {
  failure: Failure
  codecs: string
}

/** Tells the player why a media element cannot play, as a `failure` event. @param codecs what is not played here, by name */
export function reportFailure(element: EventTarget, failure: Failure, codecs = ''): void {
  element.dispatchEvent(new CustomEvent<ToldFailure>('failure', { detail: { failure, codecs } }))
}

/** Seconds of live window from which going back in it is worth a timeline. */
const dvrWindow = 120

/** What media-ui-extensions calls `targetLiveWindow`: Infinity when a live stream can be wound back, 0 when not. */
export const liveWindowOf = (seconds: number): number => (seconds >= dvrWindow ? Number.POSITIVE_INFINITY : 0)
