import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineErrors } from '#kit/contract/errors.ts'
import { byId, Flag, Id, page, paging, text, Time } from '#kit/contract/fields.ts'
import { commentsExamples, itemTypes, limits } from './rules.ts'

export const commentsErrors = defineErrors('comments', {
  comment_limit: 422,
  /** Only authors edit their comments. Authors and admins delete them. */
  not_author: 403,
})

const itemFields = { item_type: z.enum(itemTypes), item_id: Id }

const Comment = z.object({
  id: Id,
  ...itemFields,
  /** The channel of the item. */
  playlist_id: Id,
  /** Plain text. */
  text: z.string(),
  /** Null if the author is no longer a member of the team. */
  author: z.nullable(z.object({ id: Id, nickname: z.nullable(z.string()) })),
  is_own: z.boolean(),
  may_delete: z.boolean(),
  created_at: Time,
  edited_at: z.nullable(Time),
  resolved_at: z.nullable(Time),
})
export type Comment = z.output<typeof Comment>

const Place = z.object({ ...itemFields, playlist_id: Id })
const ItemCount = z.object({
  ...itemFields,
  /** Number of comments that aren’t resolved; 100 means a hundred or more. */
  open: z.int(),
  /** Number of other members' comments that the reader hasn't read; 100 means a hundred or more. */
  unread: z.int(),
})
export type ItemCount = z.output<typeof ItemCount>

const memberAccess = { access: 'user', actsFor: 'user' } as const
const example = { params: { id: commentsExamples.comment } } as const
const changes = ['comments:{item_id}', 'comment-counts:{playlist_id}'] as const

export const commentsContract = defineContract({
  listComments: {
    ...memberAccess,
    method: 'GET',
    path: '/api/comments/:item_type/:item_id',
    summary: 'List comments on an item, latest first',
    description: 'For members of the team whose channel has the video or series. Others get 404.',
    params: z.object(itemFields),
    query: paging(100),
    example: { params: { item_type: 'video', item_id: commentsExamples.commentedVideo } },
    output: page(Comment),
    reads: ['comments:{item_id}'],
  },
  countComments: {
    ...memberAccess,
    method: 'GET',
    path: '/api/playlist-comments/:id',
    summary: 'Count comments on a channel’s items',
    description: 'Omits videos and series without comments. For members of the team that owns the channel.',
    params: byId,
    example: { params: { id: commentsExamples.commentedChannel } },
    output: z.object({ items: z.array(ItemCount) }),
    reads: ['comment-counts:{id}'],
  },
  addComment: {
    ...memberAccess,
    method: 'POST',
    path: '/api/comments',
    summary: 'Write a comment',
    description: 'Notifies members whom the text mentions as `@nickname`.',
    idempotencyKey: true,
    target: ['item_type', 'item_id'],
    body: z.object({ ...itemFields, text: text(limits.text, 1) }),
    example: { body: { item_type: 'video', item_id: commentsExamples.commentedVideo, text: 'Is this the long version?' } },
    output: Comment,
    refusals: [commentsErrors.comment_limit],
    changes,
    publishesEvent: true,
  },
  updateComment: {
    ...memberAccess,
    method: 'PATCH',
    path: '/api/comments/:id',
    summary: 'Edit, resolve or reopen a comment',
    description:
      'Only the author can edit the text. Every member of the team can resolve and reopen the comment. Notifies members whom only the new text mentions.',
    params: byId,
    body: z.object({ text: z.optional(text(limits.text, 1)), is_resolved: z.optional(Flag) }),
    example: { ...example, body: { is_resolved: true } },
    output: Comment,
    refusals: [commentsErrors.not_author],
    changes,
    publishesEvent: true,
  },
  deleteComment: {
    ...memberAccess,
    method: 'DELETE',
    path: '/api/comments/:id',
    summary: 'Delete a comment',
    description: 'For the comment’s author and admins of the team.',
    params: byId,
    example,
    output: Place,
    refusals: [commentsErrors.not_author],
    changes,
    publishesEvent: true,
  },
  readComments: {
    ...memberAccess,
    method: 'POST',
    path: '/api/comments/:id/read',
    summary: 'Mark comments as read',
    description: 'Marks this comment and all earlier comments on the same video or series.',
    params: byId,
    example,
    output: Place,
    changes: ['comment-counts:{playlist_id}'],
    publishesEvent: true,
  },
})
