import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Empty, Flag, Id, byId, name, text } from '#kit/contract/fields.ts'
import { channelsErrors, restrictionErrors } from './errors.ts'
import { examples } from './examples.ts'
import { IdList, intentFields, NewItems, NewVideo, PositionInList, PositionList, Clearable, videosFormMaxBytes } from './fields.ts'
import { limits } from '../limits.ts'
import { ChangedSeries, MovedSeriesList, Series, SeriesDetails } from './shapes.ts'

export const seriesEndpoints = defineContract({
  getSeries: {
    method: 'GET',
    path: '/api/series/:id',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get a series with its full description',
    description:
      'Returns no videos; get the channel for those. For a series in a Private link channel, pass the current id of the channel as `playlist`. Editors can omit it.',
    params: byId,
    /** The channel that contains the series. */
    query: z.object({ playlist: z.optional(Id) }),
    example: { params: { id: examples.series }, query: { playlist: examples.playlist } },
    output: SeriesDetails,
    refusals: restrictionErrors,
    reads: ['series:{id}'],
  },
  createSeries: {
    method: 'POST',
    path: '/api/series',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    idempotencyKey: true,
    summary: 'Create a series',
    description: 'Also adds `videos`, if given.',
    form: true,
    maxBytes: videosFormMaxBytes,
    target: ['playlist_id'],
    body: z.object({
      playlist_id: Id,
      name: name(limits.title, 1),
      description: z.optional(text(limits.text)),
      type: z.optional(z.literal('header')),
      videos: z.optional(z.array(NewVideo).check(z.maxLength(limits.added))),
    }),
    example: { body: { playlist_id: examples.playlist, name: 'Winter' } },
    output: Series,
    refusals: [channelsErrors.series_limit, channelsErrors.video_limit, channelsErrors.header_taken],
    changes: ['playlist:{playlist_id}', 'public-playlists'],
  },
  updateSeries: {
    method: 'PUT',
    path: '/api/series/:id',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    summary: 'Update or move a series',
    description:
      'Can rename the series, move it within its channel or to another channel, set its opener (the video it starts with), or make it the banner.',
    params: byId,
    target: ['playlist_id', 'op_id'],
    body: z.object({
      /** Id of the series' channel, or of another one to move it there. */
      playlist_id: z.optional(Id),
      position: z.optional(PositionInList),
      ...intentFields,
      name: z.optional(name(limits.title, 1)),
      description: z.optional(text(limits.text)),
      /** `header` makes it the banner and the previous banner an ordinary series. Empty or null makes it ordinary. */
      type: z.optional(Clearable(z.literal(['header', '']))),
      /** Repeats the id of the path, as forms send it. */
      serie_id: z.optional(Id),
      home_video_id: z.optional(Id),
    }),
    example: { params: { id: examples.series }, body: { name: 'Winter', position: 0, home_video_id: examples.video } },
    output: ChangedSeries,
    refusals: [channelsErrors.not_in_series, channelsErrors.series_limit, channelsErrors.video_limit],
    changes: [
      'series:{id}',
      // A move makes the previous channel stale too, because it contained the series.
      { topic: 'series:{id}', given: ['playlist_id'] },
      { topic: 'public-playlists', given: ['playlist_id'] },
      // The channel contains the order of its series. Its videos contain the series' name and opener.
      { topic: 'playlist:{playlist_id}', given: ['playlist_id', 'position', 'name', 'home_video_id', 'type'] },
      { topic: 'public-playlists', given: ['type'] },
    ],
  },
  moveSeries: {
    method: 'POST',
    path: '/api/series/move',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    publishesEvent: true,
    summary: 'Move series to a channel',
    description:
      'Moves all series or none, to adjacent places. The series may come from several channels. To undo the move, call this endpoint with each body of `undo`, in order.',
    target: ['playlist_id', 'op_id'],
    body: z.object({
      series: IdList(limits.series),
      playlist_id: Id,
      index: z.optional(PositionInList),
      /** Instead of one index for all series: ascending indexes. The series are inserted in this order. */
      indexes: z.optional(PositionList(limits.series)),
      ...intentFields,
      /** Id of the moved series that becomes the banner if the destination has none. */
      header_id: z.optional(Id),
    }),
    example: { body: { series: [examples.series], playlist_id: examples.playlist, index: 0 } },
    output: MovedSeriesList,
    refusals: [channelsErrors.series_unknown, channelsErrors.series_limit, channelsErrors.video_limit, channelsErrors.one_place_each],
    changes: ['series:{series}', 'playlist:{playlist_id}', 'public-playlists'],
  },
  deleteSeries: {
    method: 'DELETE',
    path: '/api/series/:id',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    summary: 'Delete a series with its videos',
    description: 'If `only_empty` is true, deletes the series only if it has no videos.',
    params: byId,
    query: z.object({ only_empty: z.optional(Flag) }),
    example: { params: { id: examples.series } },
    output: Empty,
    changes: ['series:{id}', 'previews'],
  },
  addVideos: {
    method: 'POST',
    path: '/api/series/:id/videos',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    idempotencyKey: true,
    summary: 'Add videos to a series',
    description:
      '`src` is a link. In a multipart form it may be a small video file, for users who can upload; send larger files to `/api/uploads` (tus 1.0).',
    form: true,
    maxBytes: videosFormMaxBytes,
    params: byId,
    body: z.object({ videos: NewItems }),
    example: { params: { id: examples.series }, body: { videos: [{ src: examples.link, title: 'Night train' }] } },
    output: Series,
    refusals: [channelsErrors.video_limit],
    changes: ['playlist:{playlist_id}', 'public-playlists'],
  },
  removeVideos: {
    method: 'DELETE',
    path: '/api/series/:id/videos',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    summary: 'Delete videos from a series',
    params: byId,
    body: z.object({ videos: IdList(limits.videos) }),
    example: { params: { id: examples.series }, body: { videos: [examples.video] } },
    output: Series,
    refusals: [channelsErrors.not_in_series],
    changes: ['playlist:{playlist_id}', 'video:{videos}'],
  },
})
