import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Id } from '#kit/contract/fields.ts'

export const playerContract = defineContract({
  reportPlaybackFailure: {
    method: 'POST',
    path: '/api/videos/:id/playback-failure',
    summary: 'Report a video that does not play',
    description: 'Brings forward the next check of the video’s link, at most once an hour.',
    access: 'anyone',
    actsFor: 'user',
    target: ['playlist_id'],
    params: byId,
    body: z.object({
      /** The video's channel; for a private link, its current id. */
      playlist_id: z.optional(Id),
    }),
    example: { params: { id: 'Yd5NvK0eJ6g' }, body: {} },
    output: Empty,
  },
})
