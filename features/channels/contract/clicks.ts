import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Empty, Id } from '#kit/contract/fields.ts'
import { restrictionErrors } from './errors.ts'
import { examples } from './examples.ts'

/** Counted buttons of a video: the link to another site, and the additional information. */
export const clickableTypes = ['go_to', 'more_info'] as const
export type ClickableType = (typeof clickableTypes)[number]

export const clickEndpoints = defineContract({
  recordClick: {
    method: 'POST',
    path: '/api/click',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Count a click on a video’s button',
    description: 'Clicks repeated within a few seconds count once. Counts nothing if the video doesn’t have the button.',
    target: ['video_id', 'playlist_id'],
    body: z.object({
      clickable_type: z.enum(clickableTypes),
      video_id: Id,
      /** The channel that contains the video. With a private link: its current id, as proof of access. */
      playlist_id: z.optional(Id),
    }),
    example: { body: { clickable_type: 'go_to', video_id: examples.video } },
    output: Empty,
    refusals: restrictionErrors,
    changes: [],
  },
})
