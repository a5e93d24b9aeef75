import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Flag, httpAddress, Id, name, page, paging, text, integer } from '#kit/contract/fields.ts'
import { IdList, Picture } from '#features/channels/contract/fields.ts'
import { tvSourcesErrors } from './errors.ts'
import { tvSourcesExamples } from './examples.ts'
import { channelKinds, operatorChannelFilters, limits, overridableFields } from './rules.ts'

/** A TV channel as seen by operators. */
const OperatorChannel = z.object({
  id: Id,
  /** Changes with every change by an operator. An update with an older version is refused, so that it overwrites no change. */
  version: z.string(),
  source_id: z.nullable(Id),
  kind: z.enum(channelKinds),
  name: z.string(),
  number: z.nullable(z.number()),
  tvg_id: z.nullable(z.string()),
  groups: z.array(z.string()),
  logo: z.nullable(z.string()),
  liveStreamUrl: z.string(),
  dvrStreamBaseUrl: z.nullable(z.string()),
  dvrStreamBaseUrlExtension: z.string(),
  catchup_days: z.int(),
  adult: z.boolean(),
  blocked_countries: z.array(z.int()),
  owner_id: z.nullable(Id),
  owner_nickname: z.nullable(z.string()),
  is_off: z.boolean(),
  /** Whether the channel is no longer in its list. */
  is_gone: z.boolean(),
  /** The guide channel with its programmes; null: none. */
  guide: z.nullable(z.object({ id: z.int(), name: z.string(), source_id: Id })),
  /** How the guide channel was found. Imports keep a choice by `hand`, also the choice of no guide channel. */
  guide_match: z.nullable(z.enum(['id', 'name', 'hand'])),
  /** Fields set by hand, which can be reset to the list's values. */
  set_by_hand: z.array(z.enum(overridableFields)),
})
export type OperatorChannel = z.output<typeof OperatorChannel>

/** A channel of a guide. */
const GuideChannel = z.object({ id: z.int(), key: z.string(), name: z.string(), source_id: Id, source_name: z.string() })
export type GuideChannel = z.output<typeof GuideChannel>

const Address = httpAddress(limits.address)
/** `5` or `5.1`, as a number or as a text from a form. */
const ChannelNumber = z.pipe(
  z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,6}(?:\.\d{1,3})?$/)), z.transform(Number))]),
  z.number().check(
    z.minimum(1),
    z.maximum(limits.number),
    z.refine((value) => Number(value.toFixed(3)) === value),
  ),
)
/** Our id of the country, or its ISO 3166-1 code (`BE`). */
const Country = z.union([
  integer(0, 32_767),
  z.pipe(
    z.string().check(z.regex(/^[a-z]{2}$/i)),
    z.transform((code) => code.toUpperCase()),
  ),
])
const Countries = z.array(Country).check(z.maxLength(limits.countries))
/** Fields that can be set for several channels together. */
const bulkFields = {
  kind: z.optional(z.enum(channelKinds)),
  groups: z.optional(z.array(name(limits.name, 1)).check(z.maxLength(limits.groups))),
  adult: z.optional(Flag),
  blocked_countries: z.optional(Countries),
  owner_id: z.optional(z.nullable(Id)),
  is_off: z.optional(Flag),
}
/** All fields except the fields required for a new channel. */
const channelFields = {
  ...bulkFields,
  number: z.optional(z.nullable(ChannelNumber)),
  tvg_id: z.optional(z.nullable(name(limits.name, 1))),
  /** Empty or null: none. */
  logo: z.optional(z.nullable(Picture)),
  dvrStreamBaseUrl: z.optional(z.nullable(Address)),
  dvrStreamBaseUrlExtension: z.optional(text(limits.name)),
  catchup_days: z.optional(integer(0, 365)),
  /** Index among all channels, from 0. */
  order: z.optional(integer(0, 1_000_000)),
  /** The guide channel with the channel's programmes; null: none. Imports keep this choice. */
  guide_channel_id: z.optional(z.nullable(integer(1, 2_147_483_647))),
}

const refusals = [tvSourcesErrors.owner_no_broadcaster, tvSourcesErrors.country_unknown, tvSourcesErrors.guide_unknown]

export const operatorChannelEndpoints = defineContract({
  listOperatorChannels: {
    method: 'GET',
    path: '/api/operator/channels',
    access: 'operator',
    actsFor: 'user',
    summary: 'List all TV channels, as an operator',
    description: 'Includes disabled channels, and channels that their list no longer contains.',
    query: z.extend(paging(100), {
      query: z.optional(text(limits.name)),
      source_id: z.optional(Id),
      /** Only channels without a guide channel, except those for which an operator chose none. */
      without_guide: z.optional(Flag),
      view: z.optional(z.enum(operatorChannelFilters)),
    }),
    output: page(OperatorChannel),
    reads: ['operator-channels'],
  },
  getOperatorChannel: {
    method: 'GET',
    path: '/api/operator/channels/:id',
    access: 'operator',
    actsFor: 'user',
    summary: 'Get a TV channel’s settings',
    params: byId,
    example: { params: { id: tvSourcesExamples.tvChannel } },
    output: OperatorChannel,
    reads: ['operator-channels'],
  },
  createTvChannel: {
    method: 'POST',
    path: '/api/operator/channels',
    access: 'operator',
    actsFor: 'user',
    summary: 'Create a TV channel',
    form: true,
    maxBytes: 4 * 1024 * 1024,
    body: z.object({ name: name(limits.name, 1), liveStreamUrl: Address, ...channelFields }),
    example: { body: { name: 'Regio TV', liveStreamUrl: 'https://live.example.com/regio/index.m3u8', groups: ['News'] } },
    output: OperatorChannel,
    refusals,
    changes: ['operator-channels', 'tv-channels'],
  },
  updateTvChannel: {
    method: 'PATCH',
    path: '/api/operator/channels/:id',
    access: 'operator',
    actsFor: 'user',
    summary: 'Update a TV channel',
    description: 'Imports don’t overwrite the fields that are set here.',
    form: true,
    maxBytes: 4 * 1024 * 1024,
    params: byId,
    body: z.object({
      name: z.optional(name(limits.name, 1)),
      liveStreamUrl: z.optional(Address),
      ...channelFields,
      /**
       * Fields to reset to the list's values. Stored values are set immediately, other values by the next import. `guide`: finds the guide
       * channel again.
       */
      from_list: z.optional(z.array(z.enum([...overridableFields, 'guide'])).check(z.maxLength(20))),
      /** The version that was edited. The update is refused if the version has changed. */
      version: z.optional(text(100)),
    }),
    example: { params: { id: tvSourcesExamples.tvChannel }, body: { number: 12, is_off: false } },
    output: OperatorChannel,
    refusals: [...refusals, tvSourcesErrors.changed_meanwhile],
    changes: ['operator-channels', 'tv-channels', 'promotions'],
  },
  updateTvChannels: {
    method: 'PATCH',
    path: '/api/operator/channels',
    access: 'operator',
    actsFor: 'user',
    summary: 'Update several TV channels',
    description: 'Applies the same changes to all channels or none.',
    body: z.object({ ids: IdList(limits.atOnce), ...bulkFields }),
    example: { body: { ids: [tvSourcesExamples.tvChannel], is_off: true } },
    output: z.object({ changed: z.int() }),
    refusals,
    changes: ['operator-channels', 'tv-channels', 'promotions'],
  },
  deleteTvChannel: {
    method: 'DELETE',
    path: '/api/operator/channels/:id',
    access: 'operator',
    actsFor: 'user',
    summary: 'Delete a TV channel',
    description: 'If the channel’s list still contains it, the next import adds it again; disable the channel instead.',
    params: byId,
    example: { params: { id: tvSourcesExamples.tvChannel } },
    output: Empty,
    changes: ['operator-channels', 'tv-channels', 'promotions'],
  },
  listGuideChannels: {
    method: 'GET',
    path: '/api/operator/guide-channels',
    access: 'operator',
    actsFor: 'user',
    summary: 'Search guide channels',
    description: 'Searches by name or id, to map a guide channel to a TV channel by hand.',
    query: z.object({ query: text(limits.name, 1), limit: z.optional(integer(1, 100)) }),
    example: { query: { query: 'bbc' } },
    output: z.array(GuideChannel),
    reads: ['guide-channels'],
  },
  suggestGuideChannels: {
    method: 'GET',
    path: '/api/operator/channels/:id/guides',
    access: 'operator',
    actsFor: 'user',
    summary: 'Suggest guide channels for a TV channel',
    description: 'The most likely guide channel comes first. Each has a reason.',
    params: byId,
    example: { params: { id: tvSourcesExamples.tvChannel } },
    output: z.array(z.extend(GuideChannel, { reason: z.enum(['id', 'name']), /** In percent. */ likeness: z.int() })),
    reads: ['guide-channels', 'operator-channels'],
  },
  listBroadcasters: {
    method: 'GET',
    path: '/api/operator/broadcasters',
    access: 'operator',
    actsFor: 'user',
    summary: 'Search broadcasters, who can own TV channels',
    description: 'Searches by part of the username.',
    query: z.object({ query: z.optional(text(limits.name)) }),
    output: z.array(z.object({ id: Id, nickname: z.nullable(z.string()) })),
    reads: ['broadcasters'],
  },
})
