import type { Failure } from '../plan.ts'

/**
 * Shadow tree of a media element whose native element is slotted from the light tree (`<video slot="media">`): our stylesheet
 * applies to it and its captions, and no inline style is needed, which the content security policy blocks.
 */
export const slottedTemplate = () => '<slot name="media"></slot><slot></slot>'

export interface ToldFailure {
  failure: Failure
  codecs: string
}

/** Dispatches a `failure` event. @param codecs names of unsupported codecs */
export function reportFailure(element: EventTarget, failure: Failure, codecs = ''): void {
  element.dispatchEvent(new CustomEvent<ToldFailure>('failure', { detail: { failure, codecs } }))
}

/** Minimum seconds of a live window for which a timeline is shown. */
const dvrWindow = 120

/** `targetLiveWindow` of media-ui-extensions: Infinity for live streams with seeking, 0 without. */
export const liveWindowOf = (seconds: number): number => (seconds >= dvrWindow ? Number.POSITIVE_INFINITY : 0)
