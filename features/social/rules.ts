import type { PlaylistTile } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'

/** Types of things that users can like if they may see them. */
export const likedTypes = ['video', 'playlist'] as const
export type LikedType = (typeof likedTypes)[number]

/** Types of things that users can follow. */
export const followedTypes = ['playlist', 'channel', 'user'] as const
export type FollowedType = (typeof followedTypes)[number]

/** Reasons for a suggestion: followed by similar users, shared tags, or recently popular. */
export const suggestionKinds = ['follows', 'tags', 'popular'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

/** Maximum follows per user. */
export const maxFollows = 500
/** Rate limit of follow changes per user, because each follow stores a row. */
export const maxChangesPerDay = { max: 6 * maxFollows, windowSeconds: 86_400 }
/** New videos are counted up to this number. */
export const maxNewVideos = 100
/** Suggestions per response. */
export const maxSuggestions = 12

/** Whether a reader may follow a channel: public, not their own, and not Watch Later. */
export const mayFollow = ({ status_id, may_edit, watch_later }: PlaylistTile): boolean =>
  status_id === status.public && !may_edit && !watch_later
