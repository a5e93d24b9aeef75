/** Responses about TV channels and programmes. Some names come from the specification, such as `logoId` and `startTime`. */
import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { TierName } from '#features/channels/contract/tiles.ts'
import { watchStates } from './catchup.ts'
import { channelKinds } from '#features/tv-sources/rules.ts'

export const Address = z.nullable(z.string())

/** A programme in lists and guides. */
export const Programme = z.object({
  id: Id,
  /** In the reader's language, if the guide has it. */
  title: z.string(),
  subtitle: z.nullable(z.string()),
  /** The first category in the guide. */
  category: z.nullable(z.string()),
  startTime: Time,
  stopTime: Time,
})
export type Programme = z.output<typeof Programme>

/** A broadcaster's channel. For readers who may not watch the channel, its addresses are null. */
export const TvChannel = z.object({
  id: Id,
  /** A fraction such as `5.1` if several channels have one number. */
  number: z.nullable(z.number()),
  name: z.string(),
  /** Path of its logo on this host. */
  logoId: Address,
  kind: z.enum(channelKinds),
  groups: z.array(z.string()),
  is_followed: z.boolean(),
  /** Always false: TV channels have no further buttons yet. */
  has_buttons: z.boolean(),
  adult: z.boolean(),
  /** Whether the channel requires a package that the reader doesn't have. */
  is_locked: z.boolean(),
  /** The packages that unlock the channel; empty unless it is locked. */
  tiers: z.array(TierName),
  /** Whether the channel is blocked in the reader's country. */
  geo_blocked: z.boolean(),
  /** Whether the stream is encrypted with DRM that isn't supported here. */
  is_protected: z.boolean(),
  liveStreamUrl: Address,
  /** Stream format according to the channel's list; null: it has to be detected from the URL. */
  stream_kind: z.nullable(z.enum(['hls', 'dash'])),
  /**
   * Whether the stream's server requires headers that browsers can't send. The stream then plays through the relay, or in another player.
   */
  needs_headers: z.boolean(),
  /** Whether this server can relay the stream, below `/media/relay/{id}/`. */
  is_relayed: z.boolean(),
  live_thumb: Address,
  dvrStreamBaseUrl: Address,
  dvrStreamBaseUrlExtension: z.string(),
  /** Days of catch-up; 0: none. */
  catchup_days: z.int(),
})
export type TvChannel = z.output<typeof TvChannel>

/** A programme with its picture, for a card. */
const PicturedProgramme = z.extend(Programme, { poster: Address })

/** A TV channel in the list of all channels. */
export const ListedTvChannel = z.extend(TvChannel, { now: z.nullable(PicturedProgramme), next: z.nullable(Programme) })
export type ListedTvChannel = z.output<typeof ListedTvChannel>

/** A programme with all details of its guide. */
export const EpgItem = z.object({
  id: Id,
  title: z.string(),
  subtitle: z.nullable(z.string()),
  /** For display: `S2 E5`, or the guide's own text. */
  episode: z.nullable(z.string()),
  description: z.string(),
  startTime: Time,
  stopTime: Time,
  /** `2026-11-23 20:15`, in the reader's time zone. */
  fullStartTimeString: z.string(),
  poster: Address,
  categories: z.array(z.string()),
  rating: z.nullable(z.string()),
  year: z.nullable(z.int()),
  is_new: z.boolean(),
  is_repeat: z.boolean(),
  watch: z.enum(watchStates),
  /** URL of the programme, live or recorded; null if it can't be watched now, or not by this reader. */
  url: Address,
  /** URL that plays the current programme from its beginning. */
  start_over_url: Address,
  /** Path of the programme's page on this host. */
  epg_url: z.string(),
})
export type EpgItem = z.output<typeof EpgItem>

/** A programme with its channel and its other broadcasts. */
export const DetailedEpgItem = z.extend(EpgItem, {
  channel: TvChannel,
  is_reminded: z.boolean(),
  /** Other broadcasts of the same title: future ones, then past ones, each nearest first. */
  again: z.array(z.object({ channel_id: Id, channel_name: z.string(), programme: Programme })),
})
export type DetailedEpgItem = z.output<typeof DetailedEpgItem>

export const GuideRow = z.object({ channel: TvChannel, programmes: z.array(Programme) })
export type GuideRow = z.output<typeof GuideRow>

/**
 * The current and next programmes of all channels, compact enough for thousands of channels. Each list has one entry per channel, in the
 * order of `ids`. Minutes count from `at`.
 */
export const NowAndNext = z.object({
  at: Time,
  ids: z.array(Id),
  now: z.array(z.nullable(z.string())),
  now_start: z.array(z.nullable(z.int())),
  now_stop: z.array(z.nullable(z.int())),
  next: z.array(z.nullable(z.string())),
  next_start: z.array(z.nullable(z.int())),
  next_stop: z.array(z.nullable(z.int())),
})
export type NowAndNext = z.output<typeof NowAndNext>

/** A channel with its current programme and the programmes of this evening. */
export const TonightRow = z.object({ channel: TvChannel, now: z.nullable(PicturedProgramme), tonight: z.array(PicturedProgramme) })
export type TonightRow = z.output<typeof TonightRow>

/** A search result. */
export const FoundProgramme = z.object({ channel: TvChannel, programme: Programme })
export type FoundProgramme = z.output<typeof FoundProgramme>

export const Reminder = z.object({
  epg_id: Id,
  channel_id: Id,
  channel_name: z.string(),
  logoId: Address,
  title: z.string(),
  startTime: Time,
  /** Null: the programme is no longer in a guide. */
  stopTime: z.nullable(Time),
  /** `waiting`: not sent yet; `told`: sent; `gone`: no longer in a guide. */
  state: z.enum(['waiting', 'told', 'gone']),
  epg_url: z.string(),
})
export type Reminder = z.output<typeof Reminder>

defineThing('channel', [TvChannel, ListedTvChannel], { perList: ['now', 'next'] })
defineThing('epg', [Programme, EpgItem, DetailedEpgItem])
