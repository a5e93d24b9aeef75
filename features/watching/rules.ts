/** Pure decisions about watching that server and web both make. */

/** What can be viewed by whoever may see it. */
export const viewedTypes = ['video', 'playlist', 'channel', 'epg'] as const
export type ViewedType = (typeof viewedTypes)[number]

/** In what somebody can be somewhere. A TV channel that is watched live has no beginning. */
export const positionedTypes = ['video', 'epg'] as const
export type PositionedType = (typeof positionedTypes)[number]

/** Seconds; more than eleven days are no position in any video. */
export const maxSeconds = 1_000_000
/** From this part of a video on it counts as seen: what follows are credits. */
const watchedFraction = 0.95
/** Positions that one read answers. */
export const maxPositions = 500
/** Positions that are kept of one person: the latest. */
export const keptPositions = 5000

/** Seconds both; without a duration nobody knows how much is left. */
export interface Progress {
  position: number
  duration: number | null
}

/** A position is never behind the end. */
export const clampPosition = ({ position, duration }: Progress): number => (duration === null ? position : Math.min(position, duration))

/** How much of it has been seen, 0 to 1; undefined when that can't be known. */
export const fractionOf = ({ position, duration }: Progress): number | undefined =>
  duration === null ? undefined : Math.min(1, position / duration)

export const isSeen = (progress: Progress): boolean => (fractionOf(progress) ?? 0) >= watchedFraction

/** Seconds from the beginning, and to the end, within which nobody wants to be led back to where they were. */
const edgeSeconds = 5

/** Where playing goes on, in seconds; undefined: from the start. */
export function resumePosition({ position, duration, watched }: Progress & { watched: boolean }): number | undefined {
  if (watched || position < edgeSeconds || isSeen({ position, duration })) return undefined
  return duration !== null && duration - position < edgeSeconds ? undefined : position
}
