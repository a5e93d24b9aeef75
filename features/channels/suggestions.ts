import type { InsertionPoint } from './insertion-point.ts'

/** A series, or the first series of a channel other than the banner. `name`: for a new series, if the channel has none. */
export type SuggestedPlace = { id: string; playlistId: string } | { playlistId: string; name: string }

/** A change that a suggester proposes, which is made on approval. */
export type SuggestedChange =
  | { kind: 'moved'; type: 'video'; ids: readonly string[]; to: SuggestedPlace; spot: InsertionPoint }
  | { kind: 'moved'; type: 'serie'; ids: readonly string[]; spot: InsertionPoint }
  | { kind: 'renamed'; type: 'video' | 'serie' | 'playlist'; ids: readonly string[]; before: string; name: string }
  | { kind: 'removed'; type: 'video'; ids: readonly string[] }
  /** `videos`: all videos of the series. */
  | { kind: 'removed'; type: 'serie'; ids: readonly string[]; videos: readonly string[] }
  | { kind: 'added'; type: 'video'; links: readonly { src: string; title: string | null }[]; to: SuggestedPlace; index: number | null }
  | { kind: 'added'; type: 'serie'; name: string; description: string }

/** Maximum open suggestions of one user in one team. */
export const maxOpenSuggestions = 200
/** Maximum open suggestions of one team, and their maximum size in megabytes. */
export const teamSuggestionLimits = { open: 1000, megabytes: 8 } as const
