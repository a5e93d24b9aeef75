import { createStore } from '#ui/store.ts'

/** Additional tracks of the playing item. */
export interface MediaTracks {
  itemId: string
  captions: readonly { language: string; label: string; src: string }[]
  /** A WebVTT file of timeline previews, whose cues are parts of a picture. */
  thumbnails: string | null
}

/** Set by the feature that stores them, for the playing item; may arrive late and change. */
export const mediaTracks = createStore<MediaTracks | undefined>(undefined)

export function useMediaTracks(itemId: string): MediaTracks | undefined {
  const tracks = mediaTracks.use()
  return tracks?.itemId === itemId ? tracks : undefined
}
