import type { PlaylistTile } from '#features/curation/contract.ts'
import { status } from '#features/curation/rules.ts'

/** What can be followed: a curated channel, a TV channel, a person. */
export const followedTypes = ['playlist', 'channel', 'user'] as const
export type FollowedType = (typeof followedTypes)[number]

/** Why a channel is suggested: who follows the same follows it, it has the same tags, it is followed and watched much of late. */
export const suggestionKinds = ['follows', 'tags', 'popular'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

/** What a person may follow. */
export const maxFollows = 500
/** Follows that one person begins or ends: each is a row that stays for as long as what is followed. */
export const changesADay = { max: 6 * maxFollows, windowSeconds: 86_400 }
/** Beyond this it is not counted what is new. */
export const maxNew = 100
/** Channels suggested at once. */
export const maxSuggestions = 12

/** May a reader follow this channel? As the specification has it: public, of somebody else, and not what they mean to watch later. */
export const mayFollow = ({ status_id, may_edit, watch_later }: PlaylistTile): boolean =>
  status_id === status.public && !may_edit && !watch_later
