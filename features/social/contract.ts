import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineErrors } from '#kit/contract/errors.ts'
import { byId, Empty, Id, page, paging, Time } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { restrictionErrors } from '#features/channels/contract/errors.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { IdList, PositionInList } from '#features/channels/contract/fields.ts'
import { PlacedVideo, VideoCard } from '#features/channels/contract/shapes.ts'
import { PlaylistPreview, PlaylistTile } from '#features/channels/contract/tiles.ts'
import { listSorts } from '#features/channels/rules.ts'
import { followedTypes, likedTypes, maxFollows, suggestionKinds } from './rules.ts'

export const socialErrors = defineErrors('social', {
  own_not_followed: 422,
  not_public: 422,
  follow_limit: 422,
  not_followed: 422,
})

const likeEndpoint = {
  path: '/api/like',
  access: 'user',
  actsFor: 'user',
  target: ['liked_type', 'liked_id', 'playlist_id'],
  body: z.object({
    liked_type: z.enum(likedTypes),
    liked_id: Id,
    /** Id of the video's channel. For a private link, the channel's current id. */
    playlist_id: z.optional(Id),
  }),
  example: { body: { liked_type: 'video', liked_id: examples.video } },
  /** Whether the caller likes the target, and its like count. */
  output: z.object({ liked: z.boolean(), likes: z.int() }),
  refusals: restrictionErrors,
  changes: ['favorites'],
} as const

export const likeEndpoints = defineContract({
  like: { ...likeEndpoint, method: 'POST', summary: 'Like a video or channel', description: 'Idempotent.' },
  unlike: { ...likeEndpoint, method: 'DELETE', summary: 'Unlike a video or channel', description: 'Idempotent.' },
})

/** A liked video with its channel's name. */
const Favorite = z.extend(PlacedVideo, {
  playlist_name: z.string(),
  /** Whether the video requires a package that the reader doesn't have. */
  is_locked: z.boolean(),
  liked_at: Time,
})
export type Favorite = z.output<typeof Favorite>
defineThing('video', [Favorite], { perList: ['playlist_name', 'is_locked', 'liked_at'] })

export const favoriteEndpoints = defineContract({
  listFavorites: {
    method: 'GET',
    path: '/api/user/favorites',
    access: 'user',
    actsFor: 'user',
    summary: 'List liked videos, latest first',
    description: 'Includes only videos of public channels and your own videos.',
    query: paging(100),
    output: page(Favorite),
    reads: ['favorites', 'adult-content'],
  },
})

const followTargetFields = { following_type: z.enum(followedTypes), following_id: Id }
const FollowTarget = z.object(followTargetFields)
const targetFields = ['following_type', 'following_id'] as const
const example = { body: { following_type: 'playlist', following_id: examples.followed } } as const

const followedFields = {
  ...followTargetFields,
  name: z.string(),
  image: z.nullable(z.string()),
  /** The followed channel in the form of lists; null for users and TV channels. */
  playlist: z.nullable(PlaylistPreview),
}

/** A followed channel, TV channel or user. */
const Followed = z.object({
  ...followedFields,
  /** Whether the channel or TV channel requires a package that the reader doesn't have. */
  is_locked: z.boolean(),
  /** Number of new videos since the reader's last visit; 100 means a hundred or more. */
  new_count: z.int(),
  /** When the latest video was added; null if there are no videos. */
  latest_at: z.nullable(Time),
  followed_at: Time,
})

export type Followed = z.output<typeof Followed>

/** A suggested channel, and the reason. */
const Suggestion = z.object({
  ...followedFields,
  playlist: PlaylistPreview,
  reason: z.object({
    kind: z.enum(suggestionKinds),
    /** For `follows`, names of followed channels; for `tags`, shared tags. */
    names: z.array(z.string()),
  }),
})

export type Suggestion = z.output<typeof Suggestion>

/** A video added to a followed channel. */
const Subscription = z.extend(VideoCard, {
  series_id: Id,
  /** The video's channel. */
  playlist: PlaylistTile,
  added_at: Time,
})
export type FollowedVideo = z.output<typeof Subscription>
defineThing('video', [Subscription], { perList: ['added_at'] })

const followEndpoint = {
  path: '/api/follow',
  access: 'user',
  actsFor: 'user',
  target: targetFields,
  body: FollowTarget,
  example,
  /** Whether the caller follows the target, and its follower count. */
  output: z.object({ is_followed: z.boolean(), followers: z.int() }),
  changes: ['following', 'subscriptions'],
} as const

export const followEndpoints = defineContract({
  follow: {
    ...followEndpoint,
    method: 'POST',
    summary: 'Follow a channel or user',
    description: 'A channel must be public. Idempotent.',
    refusals: [...restrictionErrors, socialErrors.own_not_followed, socialErrors.not_public, socialErrors.follow_limit],
  },
  unfollow: {
    ...followEndpoint,
    method: 'DELETE',
    summary: 'Unfollow a channel or user',
    description: 'Idempotent.',
    refusals: restrictionErrors,
  },
  listFollowing: {
    method: 'GET',
    path: '/api/user/following',
    access: 'user',
    actsFor: 'user',
    summary: 'List followed items and suggested channels',
    description: 'Followed items are in your own order, or sorted by `sort`.',
    query: z.object({ sort: z.optional(z.enum(listSorts)) }),
    output: z.object({ followed: z.array(Followed), suggested: z.array(Suggestion) }),
    reads: ['following', 'previews', 'adult-content'],
  },
  moveFollow: {
    method: 'POST',
    path: '/api/follow/move',
    access: 'user',
    actsFor: 'user',
    target: targetFields,
    summary: 'Move a followed item',
    description: 'Places count from 0. A place beyond the end means the last place.',
    body: z.object({ ...followTargetFields, index: PositionInList }),
    example: { body: { ...example.body, index: 0 } },
    output: z.object({ order: z.array(Id) }),
    refusals: [...restrictionErrors, socialErrors.not_followed],
    changes: ['following'],
  },
  rearrangeFollows: {
    method: 'POST',
    path: '/api/follow/rearrange',
    access: 'user',
    actsFor: 'user',
    summary: 'Reorder followed items',
    description: 'Omitted items stay after the item that preceded them.',
    body: z.object({
      /** Ids of channels and users. */
      playlists: IdList(maxFollows),
    }),
    example: { body: { playlists: [examples.followed] } },
    output: z.object({ order: z.array(Id) }),
    refusals: [socialErrors.not_followed],
    changes: ['following'],
  },
  markSeen: {
    method: 'POST',
    path: '/api/follow/seen',
    access: 'user',
    actsFor: 'user',
    target: targetFields,
    summary: 'Mark a followed item as seen',
    description: 'Resets its count of new videos.',
    body: FollowTarget,
    example,
    output: Empty,
    refusals: restrictionErrors,
    changes: ['following'],
  },
  dismissSuggestion: {
    method: 'DELETE',
    path: '/api/user/suggestions/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Dismiss a suggested channel',
    params: byId,
    example: { params: { id: examples.playlist } },
    output: Empty,
    refusals: restrictionErrors,
    changes: ['following'],
  },
  restoreSuggestion: {
    method: 'PUT',
    path: '/api/user/suggestions/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Restore a dismissed suggestion',
    params: byId,
    example: { params: { id: examples.playlist } },
    output: Empty,
    refusals: restrictionErrors,
    changes: ['following'],
  },
  listFollowedVideos: {
    method: 'GET',
    path: '/api/user/subscriptions',
    access: 'user',
    actsFor: 'user',
    summary: 'List new videos of followed items',
    description: 'The latest videos come first.',
    query: paging(50),
    output: page(Subscription),
    reads: ['subscriptions', 'adult-content'],
  },
})

export const socialContract = { ...likeEndpoints, ...favoriteEndpoints, ...followEndpoints }
