/** What is answered of TV channels and of what is on. The specification's names stand as given, such as `logoId` and `startTime`. */
import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { TierName } from '#features/curation/shapes.ts'
import { watchStates } from './catchup.ts'
import { channelKinds } from './rules.ts'

const Address = z.nullable(z.string())

/** A programme as it stands in lists and guides. */
export const Programme = z.object({
  id: Id,
  /** In the reader's language, where the guide has it. */
  title: z.string(),
  subtitle: z.nullable(z.string()),
  /** The first category that its guide names. */
  category: z.nullable(z.string()),
  startTime: Time,
  stopTime: Time,
})
export type Programme = z.output<typeof Programme>

/** A broadcaster's channel. No address of it is told to whoever may not watch it. */
export const TvChannel = z.object({
  id: Id,
  /** `5.1` where a broadcaster has several on one place. */
  number: z.nullable(z.number()),
  name: z.string(),
  /** The address of its logo, on this host. */
  logoId: Address,
  kind: z.enum(channelKinds),
  groups: z.array(z.string()),
  is_followed: z.boolean(),
  /** It has further buttons, as videos may: not yet. */
  has_buttons: z.boolean(),
  adult: z.boolean(),
  /** A package that the reader does not have holds it. */
  is_locked: z.boolean(),
  /** The packages that open it; none where it is open to everybody. */
  tiers: z.array(TierName),
  /** It may not be watched in the reader's country. */
  geo_blocked: z.boolean(),
  /** Encrypted in a way that browsers can't undo here. */
  is_protected: z.boolean(),
  liveStreamUrl: Address,
  /** How it plays where its list says so; null: as its address tells. */
  stream_kind: z.nullable(z.enum(['hls', 'dash'])),
  /** Its server wants headers that no browser can send: it plays through this server, or in another player. */
  needs_headers: z.boolean(),
  /** This server passes its stream on, below `/media/relay/{id}/`, to who asks for that. */
  is_relayed: z.boolean(),
  live_thumb: Address,
  dvrStreamBaseUrl: Address,
  dvrStreamBaseUrlExtension: z.string(),
  /** For how many days what was on can be watched; 0: it can't. */
  catchup_days: z.int(),
})
export type TvChannel = z.output<typeof TvChannel>

/** A TV channel in the list of all. */
export const ListedTvChannel = z.extend(TvChannel, { now: z.nullable(Programme), next: z.nullable(Programme) })
export type ListedTvChannel = z.output<typeof ListedTvChannel>

/** What can be watched on demand. `url` is null where the reader may not watch it. */
const TvItem = z.object({ id: Id, channel_id: Id, url: Address, poster: Address, title: z.string(), group: z.string() })

/** A TV channel with what is on demand there. */
export const DetailedTvChannel = z.extend(ListedTvChannel, { items: z.array(TvItem) })
export type DetailedTvChannel = z.output<typeof DetailedTvChannel>

/** A programme with all that its guide says. */
export const EpgItem = z.object({
  id: Id,
  title: z.string(),
  subtitle: z.nullable(z.string()),
  /** As it is shown: `S2 E5`, or what its guide says. */
  episode: z.nullable(z.string()),
  description: z.string(),
  startTime: Time,
  stopTime: Time,
  /** `2026-11-23 20:15`, by the clock of the reader's zone. */
  fullStartTimeString: z.string(),
  poster: Address,
  categories: z.array(z.string()),
  rating: z.nullable(z.string()),
  year: z.nullable(z.int()),
  is_new: z.boolean(),
  is_repeat: z.boolean(),
  watch: z.enum(watchStates),
  /** Where it can be watched now: live, or what was on; null: nowhere, or the reader may not. */
  url: Address,
  /** Of what is on now: from its beginning. */
  start_over_url: Address,
  /** Its page, below this host. */
  epg_url: z.string(),
})
export type EpgItem = z.output<typeof EpgItem>

/** A programme by itself. */
export const DetailedEpgItem = z.extend(EpgItem, {
  channel: TvChannel,
  is_reminded: z.boolean(),
  /** Other broadcasts of the same title: those to come first, the nearest ones. */
  again: z.array(z.object({ channel_id: Id, channel_name: z.string(), programme: Programme })),
})
export type DetailedEpgItem = z.output<typeof DetailedEpgItem>

/** A row of the guide. */
export const GuideRow = z.object({ channel: TvChannel, programmes: z.array(Programme) })
export type GuideRow = z.output<typeof GuideRow>

/**
 * What is on, and next, on all channels at once, small enough for thousands: each list has one entry a channel, in the order of `ids`.
 * Minutes count from `at`.
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

/** With its picture: it stands on a card. */
const ProgrammeTonight = z.extend(Programme, { poster: Address })
/** A channel with what is on now, and this evening. */
export const TonightRow = z.object({ channel: TvChannel, now: z.nullable(ProgrammeTonight), tonight: z.array(ProgrammeTonight) })
export type TonightRow = z.output<typeof TonightRow>

/** A programme that was found. */
export const FoundProgramme = z.object({ channel: TvChannel, programme: Programme })
export type FoundProgramme = z.output<typeof FoundProgramme>

/** What somebody wants to be told of before it begins. */
export const Reminder = z.object({
  epg_id: Id,
  channel_id: Id,
  channel_name: z.string(),
  logoId: Address,
  title: z.string(),
  startTime: Time,
  /** Null: it is in no guide any more. */
  stopTime: z.nullable(Time),
  /** `waiting`: still to be told; `gone`: it is in no guide any more. */
  state: z.enum(['waiting', 'told', 'gone']),
  epg_url: z.string(),
})
export type Reminder = z.output<typeof Reminder>

defineThing('channel', [TvChannel, ListedTvChannel, DetailedTvChannel], { perList: ['now', 'next'] })
defineThing('epg', [Programme, EpgItem, DetailedEpgItem])
