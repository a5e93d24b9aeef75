import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Flag, Id, name, page, paging, text, Time, whole } from '#kit/contract/fields.ts'
import { Picture } from '#features/curation/fields.ts'
import { televisionErrors } from './errors.ts'
import { televisionExamples as examples } from './examples.ts'
import { channelKinds, importStates, limits, maxFileBytes, sourceKinds } from './rules.ts'

/** One reading of a list or guide. */
const Import = z.object({
  id: Id,
  source_id: Id,
  kind: z.enum(sourceKinds),
  /** The source's. */
  name: z.string(),
  status: z.enum(importStates),
  /** Channels of a list, or programmes of a guide; written, unchanged and skipped make as many once it is done. */
  read: z.int(),
  written: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  /** What came from there before, and is no longer in it. */
  removed: z.int(),
  /** Why nothing was imported; null unless it failed. */
  failure: z.nullable(z.string()),
  created_at: Time,
  finished_at: z.nullable(Time),
})
export type Import = z.output<typeof Import>

const DetailedImport = z.extend(Import, {
  /** What could not be read, the first thousand. */
  problems: z.array(z.object({ line: z.int(), text: z.string() })),
})

const Source = z.object({
  id: Id,
  kind: z.enum(sourceKinds),
  name: z.string(),
  /** Null: a file. */
  url: z.nullable(z.string()),
  /** It is no longer looked at by itself. */
  is_off: z.boolean(),
  /** Guides that a list names. */
  guides: z.array(z.string()),
  /** Of a list: its channels; of a guide: those that it tells of. */
  channels: z.int(),
  /** Imports in a row that failed. */
  failures: z.int(),
  imported_at: z.nullable(Time),
})
export type Source = z.output<typeof Source>

/** What operators see of a TV channel. */
const OperatorChannel = z.object({
  id: Id,
  source_id: z.nullable(Id),
  kind: z.enum(channelKinds),
  name: z.string(),
  number: z.nullable(z.int()),
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
  is_off: z.boolean(),
  /** Its list does not name it any more. */
  is_gone: z.boolean(),
  /** What tells what is on; null: nothing does. */
  guide: z.nullable(z.object({ id: z.int(), name: z.string(), source_id: Id })),
  /** By what the guide was found; `hand` stays, also when it is none. */
  guide_match: z.nullable(z.enum(['id', 'name', 'hand'])),
})
export type OperatorChannel = z.output<typeof OperatorChannel>

const httpAddress = z.url({ protocol: /^https?$/ })
const Address = httpAddress.check(z.maxLength(limits.address))
const CountryIds = z.array(whole(0, 32_767)).check(z.maxLength(limits.countries))
/** All but what a new channel cannot do without. */
const channelFields = {
  kind: z.optional(z.enum(channelKinds)),
  number: z.optional(z.nullable(whole(1, limits.number))),
  tvg_id: z.optional(z.nullable(name(limits.name, 1))),
  groups: z.optional(z.array(name(limits.name, 1)).check(z.maxLength(limits.groups))),
  /** Empty or null: none. */
  logo: z.optional(z.nullable(Picture)),
  dvrStreamBaseUrl: z.optional(z.nullable(Address)),
  dvrStreamBaseUrlExtension: z.optional(text(limits.name)),
  catchup_days: z.optional(whole(0, 365)),
  adult: z.optional(Flag),
  blocked_countries: z.optional(CountryIds),
  owner_id: z.optional(z.nullable(Id)),
  is_off: z.optional(Flag),
  /** Its place among all channels, from 0. */
  order: z.optional(whole(0, 1_000_000)),
  /** Which channel of a guide tells what is on; null: none does. Either is remembered. */
  guide_channel_id: z.optional(z.nullable(whole(1, 2_147_483_647))),
}

const refusals = [televisionErrors.owner_no_broadcaster, televisionErrors.country_unknown, televisionErrors.guide_unknown]

export const operatorEndpoints = defineContract({
  startTvImport: {
    method: 'POST',
    path: '/api/operator/imports',
    access: 'operator',
    summary: 'Import TV channels (m3u) or a guide (xmltv), from an address or a file; the same address or name again imports what changed',
    form: true,
    maxBytes: maxFileBytes + 64 * 1024,
    body: z.object({
      kind: z.enum(sourceKinds),
      url: z.optional(httpAddress.check(z.maxLength(limits.sourceAddress))),
      file: z.optional(z.file().check(z.maxSize(maxFileBytes))),
    }),
    example: { body: { kind: 'm3u', url: 'https://films.example.com/night-train' } },
    output: Import,
    refusals: [televisionErrors.one_source],
    changes: ['tv-imports'],
  },
  listTvImports: {
    method: 'GET',
    path: '/api/operator/imports',
    access: 'operator',
    summary: 'Imports of TV channels and guides, the latest first',
    query: z.extend(paging(100), { source_id: z.optional(Id) }),
    output: page(Import),
    reads: ['tv-imports'],
  },
  getTvImport: {
    method: 'GET',
    path: '/api/operator/imports/:id',
    access: 'operator',
    summary: 'How far an import is, and what it could not read',
    params: byId,
    example: { params: { id: examples.tvImport } },
    output: DetailedImport,
    reads: ['tv-imports'],
  },
  listTvSources: {
    method: 'GET',
    path: '/api/operator/tv-sources',
    access: 'operator',
    summary: 'The lists and guides that TV channels and programmes come from',
    output: z.array(Source),
    reads: ['tv-imports'],
  },
  updateTvSource: {
    method: 'PATCH',
    path: '/api/operator/tv-sources/:id',
    access: 'operator',
    summary: 'Rename a list or guide, or have it looked at by itself no longer',
    params: byId,
    body: z.object({ name: z.optional(name(limits.name, 1)), is_off: z.optional(Flag) }),
    example: { params: { id: examples.tvSource }, body: { is_off: true } },
    output: Source,
    changes: ['tv-imports'],
  },
  deleteTvSource: {
    method: 'DELETE',
    path: '/api/operator/tv-sources/:id',
    access: 'operator',
    summary: 'Delete a list with its channels, or a guide with its programmes',
    params: byId,
    example: { params: { id: examples.tvSource } },
    output: Empty,
    changes: ['tv-imports', 'operator-channels', 'tv-channels'],
  },
  listOperatorChannels: {
    method: 'GET',
    path: '/api/operator/channels',
    access: 'operator',
    summary: 'All TV channels in their order, also those that are off or gone',
    query: z.extend(paging(100), {
      query: z.optional(text(limits.name)),
      source_id: z.optional(Id),
      /** Only those without a guide. */
      without_guide: z.optional(Flag),
    }),
    output: page(OperatorChannel),
    reads: ['operator-channels'],
  },
  createTvChannel: {
    method: 'POST',
    path: '/api/operator/channels',
    access: 'operator',
    summary: 'Make a TV channel by hand',
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
    summary: 'Change a TV channel: what is set here, imports leave alone',
    form: true,
    override: true,
    maxBytes: 4 * 1024 * 1024,
    params: byId,
    body: z.object({ name: z.optional(name(limits.name, 1)), liveStreamUrl: z.optional(Address), ...channelFields }),
    example: { params: { id: examples.tvChannel }, body: { number: 12, is_off: false } },
    output: OperatorChannel,
    refusals,
    changes: ['operator-channels', 'tv-channels'],
  },
  deleteTvChannel: {
    method: 'DELETE',
    path: '/api/operator/channels/:id',
    access: 'operator',
    summary: 'Delete a TV channel; one that its list still has comes back with the next import: turn it off instead',
    params: byId,
    example: { params: { id: examples.tvChannel } },
    output: Empty,
    changes: ['operator-channels', 'tv-channels'],
  },
  listGuideChannels: {
    method: 'GET',
    path: '/api/operator/guide-channels',
    access: 'operator',
    summary: 'Channels of guides whose name or id is like this, to be mapped by hand',
    query: z.object({ query: text(limits.name, 1), limit: z.optional(whole(1, 100)) }),
    example: { query: { query: 'bbc' } },
    output: z.array(z.object({ id: z.int(), key: z.string(), name: z.string(), source_id: Id, source_name: z.string() })),
    reads: ['guide-channels'],
  },
})
