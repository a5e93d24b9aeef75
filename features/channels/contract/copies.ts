import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Flag, Id, name } from '#kit/contract/fields.ts'
import { channelsErrors, restrictionErrors } from './errors.ts'
import { examples } from './examples.ts'
import { ChosenStatus, PositionInList } from './fields.ts'
import { limits } from '../limits.ts'
import { Group, Playlist, Series, Video } from './shapes.ts'

/** The channel that contains the source. With a private link: its current id, as proof of access. */
const sourceFields = { source_playlist_id: z.optional(Id) }

export const copyEndpoints = defineContract({
  copyPlaylist: {
    method: 'POST',
    path: '/api/playlists/copy',
    access: 'user',
    actsFor: 'owner',
    idempotencyKey: true,
    summary: 'Copy a channel',
    description: 'Copies the series and videos that the caller can see. The copy is Private, or Public if `status_id` is 3.',
    target: ['playlist_id'],
    body: z.object({
      playlist_id: Id,
      order: z.optional(PositionInList),
      is_left: z.optional(Flag),
      /** Status of the channels at the place where the copy was dropped. Only Public has an effect. */
      status_id: z.optional(ChosenStatus),
    }),
    example: { body: { playlist_id: examples.playlist, order: 0, status_id: 1 } },
    output: Playlist,
    refusals: [...restrictionErrors, channelsErrors.playlist_limit, channelsErrors.copy_limit],
    changes: ['my-playlists', 'found-playlists', { topic: 'public-playlists', given: ['status_id'] }],
  },
  copyGroup: {
    method: 'POST',
    path: '/api/groups/:id/copy',
    access: 'user',
    actsFor: 'owner',
    idempotencyKey: true,
    summary: 'Copy a group with its channels',
    description: 'The copied channels are Private. `position` is the index of the copy among the groups of the bar.',
    params: byId,
    body: z.object({ position: z.optional(PositionInList) }),
    example: { params: { id: examples.group }, body: { position: 0 } },
    output: Group,
    refusals: [channelsErrors.group_limit, channelsErrors.playlist_limit, channelsErrors.copy_limit],
    changes: ['my-playlists', 'found-playlists'],
  },
  copySeries: {
    method: 'POST',
    path: '/api/copy/series',
    access: 'user',
    actsFor: 'user',
    idempotencyKey: true,
    summary: 'Copy a series into a channel',
    description: 'Copies the series’ videos, except videos that the caller can’t see.',
    target: ['series_id', 'source_playlist_id', 'playlist_id'],
    body: z.object({
      series_id: Id,
      ...sourceFields,
      /** The destination. */
      playlist_id: Id,
      index: z.optional(PositionInList),
      name: z.optional(name(limits.title, 1)),
    }),
    example: { body: { series_id: examples.series, playlist_id: examples.playlist, index: 0 } },
    output: Series,
    refusals: [...restrictionErrors, channelsErrors.use_direct_share, channelsErrors.series_limit, channelsErrors.video_limit],
    changes: ['playlist:{playlist_id}', 'public-playlists'],
  },
  copyVideo: {
    method: 'POST',
    path: '/api/copy/video',
    access: 'user',
    actsFor: 'user',
    idempotencyKey: true,
    summary: 'Copy a video into a series',
    description: 'If the destination is a channel, adds the copy to the first series that is not the banner, or to a new series.',
    target: ['video_id', 'source_playlist_id', 'series_id', 'playlist_id'],
    body: z.object({
      video_id: Id,
      ...sourceFields,
      /** The destination: exactly one of these two. */
      series_id: z.optional(Id),
      playlist_id: z.optional(Id),
      index: z.optional(PositionInList),
    }),
    example: { body: { video_id: examples.video, series_id: examples.series, index: 0 } },
    output: Video,
    refusals: [...restrictionErrors, channelsErrors.use_direct_share, channelsErrors.one_destination, channelsErrors.video_limit],
    changes: ['playlist:{playlist_id}', 'series:{series_id}', 'public-playlists'],
  },
})
