import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Id, name } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { linkMaxLength } from '#features/media/contract.ts'
import { channelsErrors, restrictionErrors } from '#features/channels/contract/errors.ts'
import { examples as ofChannels } from '#features/channels/contract/examples.ts'
import { PositionInList } from '#features/channels/contract/fields.ts'
import { limits } from '#features/channels/limits.ts'
import { Series, Video } from '#features/channels/contract/shapes.ts'
import { publishingErrors } from '#features/publishing/errors.ts'
import { tvWatchingErrors } from './errors.ts'
import { tvSourcesExamples } from '#features/tv-sources/examples.ts'
import { guideExamples } from '#features/guide/contract.ts'

/** The video's destination: one of the two ids is given. */
const placeFields = { series_id: z.optional(Id), playlist_id: z.optional(Id), index: z.optional(PositionInList) }
const placeTarget = ['series_id', 'playlist_id'] as const
/** `channel_id`: TV channel on which the user sees the programme. Distinguishes TV channels that have the same guide. */
const programmeFields = { epg_id: Id, channel_id: z.optional(Id) }
const changes = ['playlist:{playlist_id}', 'series:{series_id}', 'public-playlists'] as const
const refusals = [
  ...restrictionErrors,
  channelsErrors.use_direct_share,
  channelsErrors.one_destination,
  channelsErrors.video_limit,
  tvWatchingErrors.not_watchable,
]

const SharedProgramme = z.extend(Video, { playlist_id: Id })
defineThing('video', [SharedProgramme], { perList: ['playlist_id'] })

export const tvCopyEndpoints = defineContract({
  copyEpgItem: {
    method: 'POST',
    path: '/api/copy/epg',
    access: 'user',
    actsFor: 'user',
    idempotencyKey: true,
    summary: 'Copy a programme into a series',
    description:
      'Copies the recording if it can be watched now, else the live stream. If the destination is a channel, adds the copy to its first series.',
    target: ['epg_id', 'channel_id', ...placeTarget],
    body: z.object({ ...programmeFields, ...placeFields }),
    example: { body: { epg_id: guideExamples.programme, series_id: ofChannels.series, index: 0 } },
    output: Video,
    refusals,
    changes,
  },
  copyTvChannel: {
    method: 'POST',
    path: '/api/copy/channel-as-video',
    access: 'user',
    actsFor: 'user',
    idempotencyKey: true,
    summary: 'Copy a live stream into a series',
    description: 'If the destination is a channel, adds the copy to its first series.',
    target: ['channel_id', ...placeTarget],
    body: z.object({ channel_id: Id, ...placeFields }),
    example: { body: { channel_id: tvSourcesExamples.tvChannel, series_id: ofChannels.series, index: 0 } },
    output: Video,
    refusals,
    changes,
  },
  copyEpgSeries: {
    method: 'POST',
    path: '/api/copy/epg-series',
    access: 'user',
    actsFor: 'user',
    idempotencyKey: true,
    summary: 'Copy all programmes with the same title',
    description: 'Copies the TV channel’s programmes with the same title that can be watched now.',
    target: ['channel_id', 'playlist_id'],
    body: z.object({
      channel_id: Id,
      /** The title, as in the channel's guide. */
      name: name(limits.title, 1),
      playlist_id: Id,
      index: z.optional(PositionInList),
    }),
    example: { body: { channel_id: tvSourcesExamples.tvChannel, name: guideExamples.title, playlist_id: ofChannels.playlist, index: 0 } },
    output: Series,
    refusals: [
      ...restrictionErrors,
      channelsErrors.use_direct_share,
      channelsErrors.series_limit,
      channelsErrors.video_limit,
      tvWatchingErrors.not_watchable,
    ],
    changes: ['playlist:{playlist_id}', 'public-playlists'],
  },
  shareEpgItem: {
    method: 'POST',
    path: '/api/direct-share/epg',
    access: 'user',
    actsFor: 'user',
    idempotencyKey: true,
    summary: 'Share a programme in Direct Share',
    description: 'Puts a copy first in the caller’s Direct Share channel.',
    target: ['epg_id', 'channel_id'],
    body: z.object({
      ...programmeFields,
      /** The programme's URL on this site. */
      url: z.string().check(z.trim(), z.maxLength(linkMaxLength)),
    }),
    example: {
      body: { epg_id: guideExamples.programme, url: `/en/tiers?channel=${tvSourcesExamples.tvChannel}&epgId=${guideExamples.programme}` },
    },
    output: SharedProgramme,
    refusals: [...restrictionErrors, channelsErrors.video_limit, publishingErrors.url_elsewhere, tvWatchingErrors.not_watchable],
    changes: ['playlist:{playlist_id}', 'my-playlists', 'public-playlists'],
  },
})
