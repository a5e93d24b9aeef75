/** Data of the casting page: texts from the server, and the item from the player that opened the page. */

/** Id of the element that contains {@link CastTexts}. */
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

/** An item that a receiver can play by itself, as its URL needs no header, cookie or key. */
export interface CastItem {
  src: string
  type: string
  title: string
  subtitle: string
  isLive: boolean
  /** Start in seconds; 0 for live streams. */
  position: number
}

/** Messages between the two windows, both on this host. */
export type CastMessage = { cast: 'ready' } | { cast: 'item'; item: CastItem } | { cast: 'playing' }

export const isCastMessage = (data: unknown): data is CastMessage =>
  typeof data === 'object' && data !== null && ['ready', 'item', 'playing'].includes((data as { cast?: unknown }).cast as string)
