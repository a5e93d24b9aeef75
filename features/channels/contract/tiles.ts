/** Schemas of channels in lists, and the endpoint that lists statuses. */
import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Id, Time } from '#kit/contract/fields.ts'
import { listedRestrictions, statuses } from '../rules.ts'

export const Status = z.enum(statuses.map(({ name }) => name))

/** A package that gives access to a channel, as shown on its tile. */
export const TierName = z.object({
  id: Id,
  name: z.string(),
  /** Euros per month: `4.99`. */
  price: z.string(),
})
export type TierName = z.output<typeof TierName>

/** The source of a copy: another user's channel, as long as the reader finds it in public lists. */
export const Source = z.object({
  playlist_id: Id,
  name: z.string(),
  /** The user who created the source channel. */
  user_id: Id,
  nickname: z.nullable(z.string()),
  maker_is_public: z.boolean(),
})
export type Source = z.output<typeof Source>

/** A channel in a list. */
export const PlaylistTile = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** Whether `description` is truncated; the channel's own endpoint returns it in full. */
  is_cut: z.boolean(),
  icon: z.nullable(z.string()),
  tags: z.array(z.string()),
  status: Status,
  status_id: z.int(),
  slug: z.nullable(z.string()),
  adult: z.boolean(),
  /** The user who created the channel. The owner is the team if there is one, else this user. */
  user_id: Id,
  team_id: z.nullable(Id),
  nickname: z.nullable(z.string()),
  /** Whether the creator's profile is public. */
  maker_is_public: z.boolean(),
  may_edit: z.boolean(),
  is_default: z.boolean(),
  direct_publish: z.boolean(),
  watch_later: z.boolean(),
  is_archived: z.boolean(),
  is_left: z.boolean(),
  /** The channel's position in its section, from 0; null in lists of several owners. */
  order: z.nullable(z.int()),
  finished: z.literal([0, 1]),
  /** Why the reader can't open the channel although it is listed; null if they can. */
  lock: z.nullable(z.enum(listedRestrictions)),
  /** Whether the channel requires a package that the reader doesn't have. */
  is_locked: z.boolean(),
  /** Packages that give access; empty if none is required. */
  tiers: z.array(TierName),
  views: z.int(),
  /** Whether the reader follows the channel. */
  is_followed: z.boolean(),
  source: z.nullable(Source),
  created_at: Time,
})
export type PlaylistTile = z.output<typeof PlaylistTile>

/** A channel in a grid of channels. */
export const PlaylistPreview = z.extend(PlaylistTile, {
  /** The first pictures of the channel's content, at most 4. */
  pictures: z.array(z.string()),
})
export type PlaylistPreview = z.output<typeof PlaylistPreview>

export const statusEndpoints = defineContract({
  listStatuses: {
    method: 'GET',
    path: '/api/statuses',
    access: 'anyone',
    actsFor: 'user',
    summary: 'List channel statuses',
    description: 'A status decides who can see a channel.',
    output: z.array(z.object({ id: z.int(), name: Status })),
    reads: [],
  },
})
