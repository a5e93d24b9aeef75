import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Flag, Id, name, page, paging, Time, whole } from '#kit/contract/fields.ts'
import { restrictionErrors } from '#features/curation/errors.ts'
import { televisionErrors } from './errors.ts'
import { televisionExamples as examples } from './examples.ts'
import { maxFound, maxGuideRows, maxTonight, viewingLimits } from './viewing-rules.ts'
import { DetailedEpgItem, DetailedTvChannel, EpgItem, FoundProgramme, GuideRow, ListedTvChannel, NowAndNext, TonightRow } from './shapes.ts'

/** Which channels: of a group, those that the reader follows, or all. */
const choice = { group: z.optional(name(viewingLimits.group, 1)), followed: z.optional(Flag) }
const Query = name(viewingLimits.keyword, 1)

export const channelEndpoints = defineContract({
  listTvChannels: {
    method: 'GET',
    path: '/api/channel',
    access: 'anyone',
    summary: 'TV channels with what is on now and next, those that the caller follows first',
    query: z.extend(paging(100), choice),
    output: page(ListedTvChannel),
    reads: ['tv-channels', 'following', 'adult-content'],
  },
  listTvGroups: {
    method: 'GET',
    path: '/api/channel/groups',
    access: 'anyone',
    summary: 'The groups of TV channels, in the order of their first channels',
    output: z.array(z.object({ name: z.string(), channels: z.int() })),
    reads: ['tv-channels', 'adult-content'],
  },
  getTvChannel: {
    method: 'GET',
    path: '/api/channel/:id',
    access: 'anyone',
    summary: 'A TV channel: what is on now and next, and what can be watched on demand',
    params: byId,
    example: { params: { id: examples.tvChannel } },
    output: DetailedTvChannel,
    refusals: restrictionErrors,
    reads: ['tv-channels', 'following', 'adult-content'],
  },
  listTvNeighbours: {
    method: 'GET',
    path: '/api/channel/:id/neighbours',
    access: 'anyone',
    summary: 'What stands before and behind a TV channel and can be watched, the nearest first; behind the last comes the first',
    params: byId,
    query: z.object(choice),
    example: { params: { id: examples.tvChannel } },
    output: z.object({ previous: z.array(ListedTvChannel), next: z.array(ListedTvChannel) }),
    refusals: restrictionErrors,
    reads: ['tv-channels', 'following', 'adult-content'],
  },
  readStreamFile: {
    method: 'GET',
    path: '/api/channel/:id/stream.m3u',
    access: 'anyone',
    summary: 'Where a TV channel, a programme on it, or what is on demand there plays, as a list (M3U) for players outside of the browser',
    params: byId,
    query: z.object({
      /** The programme, or what is on demand; left out: what is live. */
      play: z.optional(Id),
    }),
    example: { params: { id: examples.tvChannel } },
    answers: 'file',
    mediaType: 'audio/x-mpegurl',
    output: z.custom<Blob>(),
    refusals: restrictionErrors,
  },
  getEpg: {
    method: 'GET',
    path: '/api/channel/:id/epg',
    access: 'anyone',
    summary:
      'What a TV channel shows, by title: what was on last, or is on soonest, first; inside by time. Without from and to all that is known',
    params: byId,
    query: z.object({ from: z.optional(Time), to: z.optional(Time) }),
    example: { params: { id: examples.tvChannel } },
    output: z.object({ series: z.array(z.object({ name: z.string(), epg: z.array(EpgItem) })) }),
    refusals: [...restrictionErrors, televisionErrors.window_invalid],
    reads: ['tv-guide', 'adult-content'],
  },
  getEpgItem: {
    method: 'GET',
    path: '/api/epg/:id',
    access: 'anyone',
    summary: 'A programme, and when else something of its title is on',
    params: byId,
    query: z.object({
      /** The channel that it is looked at on: several may show the same guide. */
      channel: z.optional(Id),
    }),
    example: { params: { id: examples.programme } },
    output: DetailedEpgItem,
    refusals: restrictionErrors,
    reads: ['tv-guide', 'reminders', 'adult-content'],
  },
  getGuide: {
    method: 'GET',
    path: '/api/guide',
    access: 'anyone',
    summary: 'The guide: what channels show between two moments, at most a day apart',
    query: z.extend(paging(maxGuideRows), { from: Time, to: Time, ...choice }),
    example: { query: { from: '2026-11-23T19:00:00Z', to: '2026-11-23T22:00:00Z' } },
    output: page(GuideRow),
    refusals: [televisionErrors.window_invalid],
    reads: ['tv-guide', 'following', 'adult-content'],
  },
  getNowAndNext: {
    method: 'GET',
    path: '/api/guide/now',
    access: 'anyone',
    summary: 'What is on now and next on all TV channels at once, as lists side by side',
    query: z.object({ group: choice.group }),
    output: NowAndNext,
    reads: ['tv-guide', 'adult-content'],
  },
  listTonight: {
    method: 'GET',
    path: '/api/guide/tonight',
    access: 'anyone',
    summary: 'What is on now and this evening on the channels that the caller follows; who follows none gets the first of all',
    query: z.object({ limit: z.optional(whole(1, maxTonight)) }),
    output: z.object({ data: z.array(TonightRow) }),
    reads: ['tv-guide', 'following', 'adult-content'],
  },
  searchGuide: {
    method: 'GET',
    path: '/api/guide/search',
    access: 'anyone',
    summary: 'Programmes by their titles: those to come by time, then those that were on, the latest first',
    query: z.object({ query: Query, limit: z.optional(whole(1, maxFound)) }),
    example: { query: { query: 'news' } },
    output: z.array(FoundProgramme),
    reads: ['tv-guide', 'adult-content'],
  },
  searchTvChannels: {
    method: 'POST',
    path: '/api/channel/search',
    access: 'anyone',
    summary: 'TV channels by name or number, the nearest first: 3 unless limit says more',
    body: z.object({ query: Query, limit: z.optional(whole(1, maxFound)) }),
    example: { body: { query: 'bbc' } },
    output: z.array(ListedTvChannel),
    changes: [],
  },
  listTvKeywords: {
    method: 'POST',
    path: '/api/channel/keywords',
    access: 'anyone',
    summary: 'Names and groups of TV channels that have a word beginning with the query',
    body: z.object({ query: Query }),
    example: { body: { query: 'ne' } },
    output: z.object({ keywords: z.array(z.string()) }),
    changes: [],
  },
})
