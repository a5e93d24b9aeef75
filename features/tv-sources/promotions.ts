import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Id, integer } from '#kit/contract/fields.ts'
import { listedRestrictions } from '#features/channels/rules.ts'
import { tvSourcesErrors } from './errors.ts'
import { tvSourcesExamples } from './examples.ts'
import { promotionTypes } from './rules.ts'

const PromotedType = z.enum(promotionTypes)

/** A channel that operators promote: a broadcaster's (`channel`) or a user's (`playlist`). */
const PromotedChannel = z.object({
  type: PromotedType,
  id: Id,
  name: z.string(),
  /** Path of its logo or icon on this host. */
  image: z.nullable(z.string()),
  /** For a playlist: pictures of its videos, at most 4. */
  pictures: z.array(z.string()),
  /** Only TV channels have a number. */
  number: z.nullable(z.number()),
  description: z.string(),
  adult: z.boolean(),
  /** The restriction that keeps the reader from opening the channel; null: none. */
  lock: z.nullable(z.enum(listedRestrictions)),
})
export type PromotedChannel = z.output<typeof PromotedChannel>

/** A promotion as seen by operators. */
const Promotion = z.object({
  id: Id,
  type: PromotedType,
  /** Null if the channel is no longer public, or was removed. */
  channel_id: z.nullable(Id),
  name: z.nullable(z.string()),
  image: z.nullable(z.string()),
  /** `shown`: to all who may see the channel; `off`: disabled, or no longer in its list; `hidden`: no longer public, or removed. */
  state: z.enum(['shown', 'off', 'hidden']),
})
export type Promotion = z.output<typeof Promotion>

/** Index among all promotions, from 0. */
const PromotionIndex = integer(0, 1_000_000)

export const promotionEndpoints = defineContract({
  getPromotions: {
    method: 'GET',
    path: '/api/promotions',
    access: 'anyone',
    actsFor: 'user',
    summary: 'List promoted channels',
    description: 'Lists TV channels and users’ channels in one order. Omits channels that the caller can’t see.',
    output: z.object({ channels: z.array(PromotedChannel) }),
    reads: ['promotions', 'adult-content'],
  },
  listPromotions: {
    method: 'GET',
    path: '/api/operator/promotions',
    access: 'operator',
    actsFor: 'user',
    summary: 'List all promotions in order',
    output: z.array(Promotion),
    reads: ['promotions'],
  },
  promote: {
    method: 'POST',
    path: '/api/operator/promotions',
    access: 'operator',
    actsFor: 'user',
    summary: 'Promote a channel',
    description: 'Promotes a TV channel or a public channel. Idempotent.',
    target: ['type', 'channel_id'],
    body: z.object({ type: PromotedType, channel_id: Id, order: z.optional(PromotionIndex) }),
    example: { body: { type: 'channel', channel_id: tvSourcesExamples.tvChannel } },
    output: Promotion,
    refusals: [tvSourcesErrors.not_public, tvSourcesErrors.promotion_limit],
    changes: ['promotions'],
  },
  movePromotion: {
    method: 'PATCH',
    path: '/api/operator/promotions/:id',
    access: 'operator',
    actsFor: 'user',
    summary: 'Move a promotion',
    params: byId,
    body: z.object({ order: PromotionIndex }),
    example: { params: { id: tvSourcesExamples.promotion }, body: { order: 0 } },
    output: Promotion,
    changes: ['promotions'],
  },
  endPromotion: {
    method: 'DELETE',
    path: '/api/operator/promotions/:id',
    access: 'operator',
    actsFor: 'user',
    summary: 'End a promotion',
    params: byId,
    example: { params: { id: tvSourcesExamples.promotion } },
    output: Empty,
    changes: ['promotions'],
  },
  getPlaceDatabase: {
    method: 'GET',
    path: '/api/operator/place-database',
    access: 'operator',
    actsFor: 'user',
    summary: 'Get the country database’s status',
    description: 'The country database is a local file that maps IP addresses to countries.',
    output: z.object({
      file: z.string(),
      /** Null: the file can't be read. */
      bytes: z.nullable(z.int()),
      made_at: z.nullable(z.iso.datetime()),
    }),
    reads: ['place-database'],
  },
})
