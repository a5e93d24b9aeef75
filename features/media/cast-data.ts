/** What the page that casts is told: by the server, its texts; by the player that opened it, what to play. */

/** The id of the element of the page that holds {@link CastTexts}. */
export const castDataId = 'cast-data'
export const castPath = '/cast'

export interface CastTexts {
  starting: string
  choosing: string
  playing: string
  failed: string
  again: string
  stop: string
}

/** Something that a receiver plays by itself: a plain address, which needs no header, no cookie and no key. */
export interface CastItem {
  src: string
  type: string
  title: string
  subtitle: string
  isLive: boolean
  /** Seconds from the beginning; of what is live there are none. */
  position: number
}

/** Between the two windows, of this host alone. */
export type CastMessage = { cast: 'ready' } | { cast: 'item'; item: CastItem } | { cast: 'playing' }

export const isCastMessage = (data: unknown): data is CastMessage =>
  typeof data === 'object' && data !== null && ['ready', 'item', 'playing'].includes((data as { cast?: unknown }).cast as string)
