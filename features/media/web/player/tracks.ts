import { createStore } from '#ui/store.ts'

/** What goes along with what plays, beside what it brings itself. */
export interface MediaTracks {
  itemId: string
  captions: readonly { language: string; label: string; src: string }[]
  /** A WebVTT file whose cues name parts of a picture: the previews of the timeline. */
  thumbnails: string | null
}

/** Set by whoever keeps them, for the item that plays; they may come while it plays, and change. */
export const mediaTracks = createStore<MediaTracks | undefined>(undefined)

export function useMediaTracks(itemId: string): MediaTracks | undefined {
  const tracks = mediaTracks.use()
  return tracks?.itemId === itemId ? tracks : undefined
}
