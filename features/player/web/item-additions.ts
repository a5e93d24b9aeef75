import { createStore } from '#ui/store.ts'

/** Tracks that a feature adds to the playing item. */
export interface MediaTracks {
  itemId: string
  captions: readonly { language: string; label: string; src: string }[]
  /** A WebVTT file of timeline previews, whose cues are parts of a picture. */
  thumbnails: string | null
}

/** Tracks of the playing item, set by the feature that stores them. They may arrive late and change. */
export const mediaTracks = createStore<MediaTracks | undefined>(undefined)

export function useMediaTracks(itemId: string): MediaTracks | undefined {
  const tracks = mediaTracks.use()
  return tracks?.itemId === itemId ? tracks : undefined
}

/** A link to a neighbouring item. */
export interface Neighbour {
  title: string
  go: () => void
}

/** Neighbours outside of a queue, such as TV channels, which don't play automatically. */
export interface Neighbours {
  itemId: string
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

/** Set by the feature that knows the neighbours of the playing item. */
export const itemNeighbours = createStore<Neighbours | undefined>(undefined)

export function useItemNeighbours(itemId: string): Neighbours | undefined {
  const neighbours = itemNeighbours.use()
  return neighbours?.itemId === itemId ? neighbours : undefined
}

/** Programmes of the playing live stream; times are Unix times in ms. */
export interface LiveProgrammes {
  parts: readonly { start: number; stop: number; title: string }[]
  /** Formats a time as the time of day. */
  clock?: (time: number) => string
}

/** Set by the feature that knows the programmes of the playing stream. */
export const liveProgrammes = createStore<(LiveProgrammes & { itemId: string }) | undefined>(undefined)

const noProgrammes: LiveProgrammes = { parts: [] }

export function useLiveProgrammes(itemId: string): LiveProgrammes {
  const parts = liveProgrammes.use()
  return parts?.itemId === itemId ? parts : noProgrammes
}

/** Id of the item whose description is in a panel beside the picture. The player then has no button for it. */
export const aboutPanelItem = createStore<string | undefined>(undefined)
