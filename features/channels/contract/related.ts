import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Id } from '#kit/contract/fields.ts'
import { channelsErrors, restrictionErrors } from './errors.ts'
import { examples } from './examples.ts'
import { IdList } from './fields.ts'
import { limits } from '../limits.ts'
import { RelatedVideos } from './shapes.ts'

const params = z.object({ playlistId: Id })
const changeFields = {
  path: '/api/related/:playlistId',
  access: 'user',
  actsFor: 'user',
  params,
  target: ['video_id', 'related_video_id'],
  body: z.object({
    /** A video of this channel. */
    video_id: Id,
    /**
     * A video of any channel. Refused if another user's Private link channel contains it, because the link would be disclosed. Videos of
     * this channel are always allowed.
     */
    related_video_id: Id,
  }),
  example: { params: { playlistId: examples.playlist }, body: { video_id: examples.video, related_video_id: examples.otherVideo } },
  output: RelatedVideos,
  changes: ['related:{playlistId}'],
} as const

export const relatedEndpoints = defineContract({
  listRelatedVideos: {
    method: 'GET',
    path: '/api/related/:playlistId',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'List related videos of a channel',
    description: 'Returns the videos that the caller can see.',
    params,
    example: { params: { playlistId: examples.playlist } },
    output: z.array(RelatedVideos),
    refusals: restrictionErrors,
    reads: ['related:{playlistId}', 'adult-content'],
  },
  addRelatedVideo: {
    ...changeFields,
    method: 'POST',
    summary: 'Add a related video',
    description: 'Appends the video to the list. Others see it in the list only if they can see the video itself. Idempotent.',
    refusals: [...restrictionErrors, channelsErrors.related_limit, channelsErrors.related_channel_limit, channelsErrors.related_itself],
  },
  removeRelatedVideo: { ...changeFields, method: 'DELETE', summary: 'Remove a related video' },
  rearrangeRelatedVideos: {
    method: 'POST',
    path: '/api/related/:playlistId/rearrange',
    access: 'user',
    actsFor: 'user',
    summary: 'Reorder related videos',
    description: 'Omitted videos stay after the video that preceded them.',
    params,
    target: ['video_id'],
    body: z.object({ video_id: Id, related: IdList(limits.related) }),
    example: { params: { playlistId: examples.playlist }, body: { video_id: examples.video, related: [examples.otherVideo] } },
    output: z.object({ order: z.array(Id) }),
    refusals: [channelsErrors.not_related],
    changes: ['related:{playlistId}'],
  },
})
