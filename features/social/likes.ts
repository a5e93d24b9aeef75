import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Id } from '#kit/contract/fields.ts'
import { restrictionErrors } from '#features/channels/contract/errors.ts'
import { examples } from '#features/channels/contract/examples.ts'

/** Types that can be liked by anyone who can see them. */
export const likedTypes = ['video', 'playlist'] as const
export type LikedType = (typeof likedTypes)[number]

const like = {
  path: '/api/like',
  access: 'user',
  actsFor: 'user',
  target: ['liked_type', 'liked_id', 'playlist_id'],
  body: z.object({
    liked_type: z.enum(likedTypes),
    liked_id: Id,
    /** The video's channel: a private link is identified by its current id. */
    playlist_id: z.optional(Id),
  }),
  example: { body: { liked_type: 'video', liked_id: examples.video } },
  /** Whether the caller likes it, and its like count. */
  output: z.object({ liked: z.boolean(), likes: z.int() }),
  refusals: restrictionErrors,
  changes: ['favorites'],
} as const

export const likeEndpoints = defineContract({
  like: { ...like, method: 'POST', summary: 'Like a video or channel', description: 'Idempotent.' },
  unlike: { ...like, method: 'DELETE', summary: 'Unlike a video or channel', description: 'Idempotent.' },
})
