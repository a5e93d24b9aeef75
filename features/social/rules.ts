/** What can be followed: a curated channel, a TV channel, a person. */
export const followedTypes = ['playlist', 'channel', 'user'] as const
export type FollowedType = (typeof followedTypes)[number]

/** Why a channel is suggested: who follows the same follows it, it has the same tags, it is followed and watched much of late. */
export const suggestionKinds = ['follows', 'tags', 'popular'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

/** What a person may follow. */
export const maxFollows = 500
/** Beyond this it is not counted what is new. */
export const maxNew = 100
/** Channels suggested at once. */
export const maxSuggestions = 12
