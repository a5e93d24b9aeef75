import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Empty, Flag, Id, byId, name } from '#kit/contract/fields.ts'
import { linkMaxLength } from '#features/media/contract.ts'
import { channelsErrors, restrictionErrors } from './errors.ts'
import { examples } from './examples.ts'
import { IdList, intentFields, LinkList, PositionInList, PositionList, pictureFormMaxBytes, videoTexts } from './fields.ts'
import { limits } from '../limits.ts'
import { MovedSeries, MovedVideo, Series, Video } from './shapes.ts'

export const videoEndpoints = defineContract({
  getVideo: {
    method: 'GET',
    path: '/api/videos/:id',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get a video',
    description: 'For a video in a Private link channel, pass the current id of the channel as `playlist`. Editors can omit it.',
    params: byId,
    /** The channel that contains the video. */
    query: z.object({ playlist: z.optional(Id) }),
    example: { params: { id: examples.video }, query: { playlist: examples.playlist } },
    output: Video,
    refusals: restrictionErrors,
    reads: ['video:{id}'],
  },
  updateVideo: {
    method: 'PUT',
    path: '/api/videos/:id',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    summary: 'Update a video',
    description: 'Can also make the video the opener of its series, or move it to the end of another series.',
    override: true,
    form: true,
    maxBytes: pictureFormMaxBytes,
    params: byId,
    body: z.object({
      ...videoTexts,
      title: z.optional(name(limits.title, 1)),
      /** A path on this host is accepted only if it is the video's current one. */
      src: z.optional(z.string().check(z.trim(), z.maxLength(linkMaxLength))),
      /** Only true has an effect. A series always has an opener, so it can't be unset. */
      is_home: z.optional(Flag),
      /** Renames the video's series; if the video moves, the new series. */
      series_name: z.optional(name(limits.title, 1)),
      series_id: z.optional(Id),
    }),
    example: { params: { id: examples.video }, body: { title: 'Night train', series_id: examples.series, is_home: true } },
    output: Video,
    refusals: [channelsErrors.link_invalid, channelsErrors.video_limit],
    changes: [
      'video:{id}',
      // A move also affects the old and the new series, and the other videos in them.
      { topic: 'video:{id}', given: ['series_id'] },
      { topic: 'series:{series_id}', given: ['series_id', 'series_name', 'is_home'] },
      { topic: 'previews', given: ['image', 'src'] },
    ],
  },
  deleteVideo: {
    method: 'DELETE',
    path: '/api/videos/:id',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    summary: 'Delete a video',
    params: byId,
    example: { params: { id: examples.video } },
    output: Empty,
    changes: ['video:{id}', 'previews'],
  },
  deleteVideoImage: {
    method: 'DELETE',
    path: '/api/videos/:id/image',
    access: 'user',
    actsFor: 'user',
    summary: 'Remove the picture of a video',
    params: byId,
    example: { params: { id: examples.video } },
    output: Video,
    changes: ['video:{id}', 'previews'],
  },
  moveVideo: {
    method: 'POST',
    path: '/api/videos/:videoId/series/:seriesId/:destId',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    publishesEvent: true,
    summary: 'Move a video',
    description:
      'Moves the video within its series, or to another series. With `op_id`, a repeated call returns the same result, and `seriesId` may be a series that the video has left.',
    params: z.object({ videoId: Id, seriesId: Id, destId: Id }),
    target: ['op_id'],
    body: z.object({
      index: PositionInList,
      ...intentFields,
      /** Only true has an effect: the video becomes the opener of the destination. */
      is_home: z.optional(Flag),
    }),
    example: { params: { videoId: examples.video, seriesId: examples.series, destId: examples.series }, body: { index: 0 } },
    output: MovedVideo,
    refusals: [channelsErrors.video_limit],
    changes: ['series:{seriesId}', 'series:{destId}'],
  },
  moveVideos: {
    method: 'POST',
    path: '/api/videos/move',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    publishesEvent: true,
    summary: 'Move videos to a series',
    description:
      'Moves all videos or none, to adjacent places. The videos may come from several series and channels. If the destination is a channel, moves them to the first series that is not the banner, or to a new series. To undo the move, call this endpoint with each body of `undo`, in order.',
    target: ['series_id', 'playlist_id', 'op_id'],
    body: z.object({
      videos: IdList(limits.videos),
      /** The destination: exactly one of these two. */
      series_id: z.optional(Id),
      playlist_id: z.optional(Id),
      index: z.optional(PositionInList),
      /** Instead of one index for all videos: ascending indexes. The videos are inserted in this order. */
      indexes: z.optional(PositionList(limits.videos)),
      ...intentFields,
      /** Id of the moved video that becomes the opener of the series. */
      home_video_id: z.optional(Id),
    }),
    example: { body: { videos: [examples.video], series_id: examples.series, index: 0 } },
    output: MovedSeries,
    refusals: [
      channelsErrors.videos_unknown,
      channelsErrors.video_limit,
      channelsErrors.one_destination,
      channelsErrors.one_place_each,
      channelsErrors.not_in_series,
    ],
    changes: ['video:{videos}', 'playlist:{playlist_id}'],
  },
  addLinks: {
    method: 'POST',
    path: '/api/playlist/videos/:id',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    idempotencyKey: true,
    summary: 'Add links to a channel',
    description: 'Adds the links to the first series that is not the banner, or to a new series.',
    params: byId,
    body: LinkList,
    example: { params: { id: examples.playlist }, body: [examples.link] },
    output: Series,
    refusals: [channelsErrors.video_limit],
    changes: ['playlist:{id}', 'public-playlists'],
  },
  insertLinks: {
    method: 'POST',
    path: '/api/playlist/videos/:playlist/:series/:index',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    idempotencyKey: true,
    summary: 'Insert links into a series',
    params: z.object({ playlist: Id, series: Id, index: PositionInList }),
    body: LinkList,
    example: { params: { playlist: examples.playlist, series: examples.series, index: 0 }, body: [examples.link] },
    output: Series,
    refusals: [channelsErrors.video_limit],
    changes: ['playlist:{playlist}', 'public-playlists'],
  },
})
