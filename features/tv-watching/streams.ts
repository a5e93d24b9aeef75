import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Id } from '#kit/contract/fields.ts'
import { restrictionErrors } from '#features/channels/contract/errors.ts'
import { channelFilterFields } from '#features/guide/contract.ts'
import { ListedTvChannel } from '#features/guide/shapes.ts'
import { tvSourcesExamples } from '#features/tv-sources/examples.ts'
import { DetailedTvChannel } from './shapes.ts'

export const streamEndpoints = defineContract({
  getTvChannel: {
    method: 'GET',
    path: '/api/channel/:id',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get a TV channel',
    description: 'Includes current and next programmes and on-demand videos.',
    params: byId,
    example: { params: { id: tvSourcesExamples.tvChannel } },
    output: DetailedTvChannel,
    refusals: restrictionErrors,
    reads: ['tv-channels', 'following', 'adult-content'],
  },
  listTvNeighbours: {
    method: 'GET',
    path: '/api/channel/:id/neighbours',
    access: 'anyone',
    actsFor: 'user',
    summary: 'List the TV channels beside a channel',
    description: 'Returns TV channels before and after this one that the caller can watch, nearest first. The list wraps around.',
    params: byId,
    query: z.object(channelFilterFields),
    example: { params: { id: tvSourcesExamples.tvChannel } },
    output: z.object({ previous: z.array(ListedTvChannel), next: z.array(ListedTvChannel) }),
    refusals: restrictionErrors,
    reads: ['tv-channels', 'following', 'adult-content'],
  },
  readStreamFile: {
    method: 'GET',
    path: '/api/channel/:id/stream.m3u',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Download a stream as M3U',
    description: 'Returns an M3U file that opens a TV channel, programme or on-demand video in other players.',
    params: byId,
    query: z.object({
      /** The programme or on-demand video; undefined: the live stream. */
      play: z.optional(Id),
    }),
    example: { params: { id: tvSourcesExamples.tvChannel } },
    responseType: 'file',
    mediaType: 'audio/x-mpegurl',
    output: z.custom<Blob>(),
    refusals: restrictionErrors,
  },
})
