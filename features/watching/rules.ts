/** Pure watching rules shared by server and web. */

/** Types that can be viewed by anyone who can see them. */
export const viewedTypes = ['video', 'playlist', 'channel', 'epg'] as const
export type ViewedType = (typeof viewedTypes)[number]

/** Types with a position. Live TV has no beginning. */
export const positionedTypes = ['video', 'epg'] as const
export type PositionedType = (typeof positionedTypes)[number]

/** Maximum position in seconds: over eleven days. */
export const maxSeconds = 1_000_000
/** Fraction after which a video counts as watched: the rest is credits. */
const watchedFraction = 0.95
/** Maximum positions per read. */
export const maxPositions = 500
/** Maximum stored positions per user; keeps the latest. */
export const positionLimit = 5000

/** Both in seconds; without a duration the remaining time is unknown. */
export interface PlaybackProgress {
  position: number
  duration: number | null
}

/** Limits a position to the duration. */
export const clampPosition = ({ position, duration }: PlaybackProgress): number =>
  duration === null ? position : Math.min(position, duration)

/** Returns the watched fraction, 0 to 1; undefined if unknown. */
export const progressFraction = ({ position, duration }: PlaybackProgress): number | undefined =>
  duration === null ? undefined : Math.min(1, position / duration)

export const isWatched = (progress: PlaybackProgress): boolean => (progressFraction(progress) ?? 0) >= watchedFraction

/** Seconds after the start and before the end in which playback doesn't resume. */
const edgeSeconds = 5

/** Returns the resume position in seconds; undefined: from the start. */
export function resumePosition({ position, duration, watched }: PlaybackProgress & { watched: boolean }): number | undefined {
  if (watched || position < edgeSeconds || isWatched({ position, duration })) return undefined
  return duration !== null && duration - position < edgeSeconds ? undefined : position
}

/** How a viewer came to a thing. */
export const viewSource = /^(?:direct|feed|share:[a-z]{1,20}|embed:[a-z\d.-]{1,100}(?::\d{1,5})?)$/
