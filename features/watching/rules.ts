/** Rules of watching, for server and web. */

/** Types of things whose views are counted. */
export const viewedTypes = ['video', 'playlist', 'channel', 'epg'] as const
export type ViewedType = (typeof viewedTypes)[number]

/** Types of things with a position. Live TV has no position, because a stream has no beginning. */
export const positionedTypes = ['video', 'epg'] as const
export type PositionedType = (typeof positionedTypes)[number]

/** Maximum position in seconds, more than eleven days. */
export const maxSeconds = 1_000_000
/** Fraction after which a video counts as watched, because only credits follow. */
const watchedFraction = 0.95
/** Maximum number of positions in a response. */
export const maxPositions = 500
/** Maximum number of stored positions per user. Older positions are deleted. */
export const positionLimit = 5000

/** Position and duration in seconds. `duration` is null if unknown. */
export interface PlaybackProgress {
  position: number
  duration: number | null
}

/** Returns the position, at most the duration. */
export const clampPosition = ({ position, duration }: PlaybackProgress): number =>
  duration === null ? position : Math.min(position, duration)

/** Returns the watched fraction, from 0 to 1; undefined if unknown. */
export const progressFraction = ({ position, duration }: PlaybackProgress): number | undefined =>
  duration === null ? undefined : Math.min(1, position / duration)

export const isWatched = (progress: PlaybackProgress): boolean => (progressFraction(progress) ?? 0) >= watchedFraction

/** Seconds after the start and before the end within which playback doesn't resume. */
const edgeSeconds = 5

/** Returns the position in seconds from which to resume; undefined to start at the beginning. */
export function resumePosition({ position, duration, watched }: PlaybackProgress & { watched: boolean }): number | undefined {
  if (watched || position < edgeSeconds || isWatched({ position, duration })) return undefined
  return duration !== null && duration - position < edgeSeconds ? undefined : position
}

/** Matches how a viewer came to a channel, video or programme. */
export const viewSourcePattern = /^(?:direct|feed|share:[a-z]{1,20}|embed:[a-z\d.-]{1,100}(?::\d{1,5})?)$/
