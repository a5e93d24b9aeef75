import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { encodeProblem } from '#kit/contract/errors.ts'
import { Id, name } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { linkMaxLength } from '#features/media/contract.ts'
import { channelsErrors, restrictionErrors } from '#features/channels/contract/errors.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { limits } from '#features/channels/limits.ts'
import { isLink } from '#features/channels/input-rules.ts'
import { Series, Video } from '#features/channels/contract/shapes.ts'
import { publishingErrors } from './errors.ts'
import { watchedChoices } from './rules.ts'

/**
 * The source: the thing's or its channel's URL or path on this site, or a link to another site. For a private link, with the channel's
 * current id.
 */
const url = z.string().check(z.trim(), z.maxLength(linkMaxLength))
const exampleUrl = (query: string) => `/en/playlists?playlist=${examples.playlist}&${query}`

/** `playlist_id`: the video's current channel. */
const SharedVideo = z.extend(Video, { playlist_id: Id })
/** `is_new`: whether the video wasn't in Watch Later before. */
const WatchLaterVideo = z.extend(SharedVideo, { is_new: z.boolean() })
defineThing('video', [SharedVideo, WatchLaterVideo], { perList: ['playlist_id', 'is_new'] })

const WatchLaterChoice = z.object({ seen: z.enum(watchedChoices) })
const choicePath = '/api/watch-later/choice'

export const publishingContract = defineContract({
  shareVideo: {
    method: 'POST',
    path: '/api/direct-share/video',
    access: 'user',
    actsFor: 'user',
    idempotencyKey: true,
    summary: 'Share a video in Direct Share',
    description: 'Puts a copy first in the caller’s Direct Share channel.',
    target: ['series_id', 'video_id', 'url'],
    body: z.object({ series_id: Id, video_id: Id, url }),
    example: { body: { series_id: examples.series, video_id: examples.video, url: exampleUrl(`video=${examples.video}`) } },
    output: SharedVideo,
    refusals: [...restrictionErrors, publishingErrors.shared_already, channelsErrors.video_limit, publishingErrors.url_elsewhere],
    changes: ['playlist:{playlist_id}', 'my-playlists', 'public-playlists'],
  },
  shareSeries: {
    method: 'POST',
    path: '/api/direct-share/series',
    access: 'user',
    actsFor: 'user',
    idempotencyKey: true,
    summary: 'Share a series in Direct Share',
    description: 'Puts a copy first in the caller’s Direct Share channel.',
    target: ['series_id', 'url'],
    body: z.object({ series_id: Id, url }),
    example: { body: { series_id: examples.series, url: exampleUrl(`serie=${examples.series}`) } },
    output: Series,
    refusals: [
      ...restrictionErrors,
      publishingErrors.shared_already,
      channelsErrors.series_limit,
      channelsErrors.video_limit,
      publishingErrors.url_elsewhere,
    ],
    changes: ['playlist:{playlist_id}', 'my-playlists', 'public-playlists'],
  },
  putInWatchLater: {
    method: 'POST',
    path: '/api/watch-later',
    access: 'user',
    actsFor: 'user',
    idempotencyKey: true,
    summary: 'Add a video or link to Watch Later',
    description: 'Puts the link, or a copy of the video, first. If Watch Later already has it, moves it to the front.',
    target: ['video_id', 'source_playlist_id'],
    body: z.object({
      video_id: z.optional(Id),
      /** The video's channel. For a private link: its current id. */
      source_playlist_id: z.optional(Id),
      url: z.optional(z.string().check(z.trim(), z.maxLength(linkMaxLength), z.refine(isLink, encodeProblem(channelsErrors.link_invalid)))),
      /** Title of the link in the app that shared it. */
      title: z.optional(name(limits.title)),
    }),
    example: { body: { video_id: examples.video } },
    output: WatchLaterVideo,
    refusals: [...restrictionErrors, channelsErrors.link_invalid, channelsErrors.video_limit, publishingErrors.one_thing],
    changes: ['playlist:{playlist_id}', 'my-playlists'],
  },
  getWatchLaterChoice: {
    method: 'GET',
    path: choicePath,
    access: 'user',
    actsFor: 'user',
    summary: 'Get the Watch Later setting for watched videos',
    output: WatchLaterChoice,
    reads: ['watch-later-choice'],
  },
  setWatchLaterChoice: {
    method: 'PUT',
    path: choicePath,
    access: 'user',
    actsFor: 'user',
    summary: 'Update the Watch Later setting for watched videos',
    description: 'Watched videos either move to the end of Watch Later or are removed from it.',
    body: WatchLaterChoice,
    example: { body: { seen: 'out' } },
    output: WatchLaterChoice,
    changes: ['watch-later-choice'],
  },
})
