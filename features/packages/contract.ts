import * as z from 'zod/mini'
import { byOperator } from '#kit/contract/access.ts'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Flag, Id, name, text, Time, integer } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { Picture } from '#features/channels/contract/fields.ts'
import { PlaylistTile } from '#features/channels/contract/tiles.ts'
import { TvChannel } from '#features/guide/shapes.ts'
import { tvSourcesExamples } from '#features/tv-sources/examples.ts'
import { amountBetween, Money } from '#features/wallet/fields.ts'
import { packagesErrors } from './errors.ts'
import { limits, packagesExamples } from './rules.ts'

/** A package of TV channels and playlists ("tier"), or one level of such a package. */
const Tier = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** Path of the package's picture on this host. */
  icon: z.nullable(z.string()),
  /** Tiers with the same `package_name` are levels of one package. */
  package_name: z.string(),
  /** Euros a month, tax included: `4.99`. */
  price: Money,
  is_free: z.boolean(),
  is_subscribed: z.boolean(),
  /** The reader's subscription: end of the paid period, and whether it renews then. */
  active_to: z.nullable(Time),
  renews: z.nullable(z.boolean()),
  /** If true, the package takes no new subscriptions. */
  is_archived: z.boolean(),
  /** TV channels; in the list of packages, the first 50. */
  channels: z.array(TvChannel),
  playlists: z.array(PlaylistTile),
  channels_count: z.int(),
  playlists_count: z.int(),
})
export type Tier = z.output<typeof Tier>

/** A package as operators see it. */
const OperatorTier = z.object({
  id: Id,
  /** Changes with every change of its texts, price, picture or items. An update with an older version is refused, so that it overwrites no change. */
  version: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.nullable(z.string()),
  package_name: z.string(),
  price: Money,
  is_free: z.boolean(),
  is_archived: z.boolean(),
  /** Running subscriptions. */
  subscribers: z.int(),
  channels: z.array(z.object({ id: Id, name: z.string() })),
  /** Null name: the playlist is no longer public. */
  playlists: z.array(z.object({ id: Id, name: z.nullable(z.string()) })),
})
export type OperatorTier = z.output<typeof OperatorTier>

/** Ids in order; an empty list removes all items. */
const ItemIds = z.array(Id).check(z.maxLength(limits.items))

const tierFields = {
  description: z.optional(text(limits.text)),
  icon: z.optional(z.nullable(Picture)),
  /** Default: the tier's own name. */
  package_name: z.optional(name(limits.name)),
  price: z.optional(amountBetween(0, limits.price.max)),
  is_free: z.optional(Flag),
  channels: z.optional(ItemIds),
  playlists: z.optional(ItemIds),
  /** Index among all tiers, from 0. */
  order: z.optional(integer(0, 1_000_000)),
}
const refusals = [packagesErrors.item_unknown, packagesErrors.price_missing]

export const packagesContract = defineContract({
  listTiers: {
    method: 'GET',
    path: '/api/tier',
    access: 'anyone',
    actsFor: 'user',
    summary: 'List packages',
    description:
      'Levels of one package are adjacent, cheapest first. Returns at most the first 50 TV channels and 50 users’ channels of each level.',
    output: z.array(Tier),
    reads: ['tiers', 'adult-content'],
  },
  getTier: {
    method: 'GET',
    path: '/api/tier/:id',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get a package with all its items',
    params: byId,
    example: { params: { id: packagesExamples.tier } },
    output: Tier,
    reads: ['tiers', 'adult-content'],
  },
  listOperatorTiers: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/tiers',
    summary: 'List all packages for operators',
    output: z.array(OperatorTier),
    reads: ['tiers'],
  },
  createTier: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/tiers',
    summary: 'Create a package',
    form: true,
    maxBytes: 4 * 1024 * 1024,
    idempotencyKey: true,
    body: z.object({ name: name(limits.name, 1), ...tierFields }),
    example: {
      body: { name: 'Films', price: '4.99', channels: [tvSourcesExamples.tvChannel], playlists: [examples.playlist] },
    },
    output: OperatorTier,
    refusals: [...refusals, packagesErrors.tier_limit],
    changes: ['tiers', 'tv-channels', 'public-playlists', 'previews'],
  },
  updateTier: {
    ...byOperator,
    method: 'PATCH',
    path: '/api/operator/tiers/:id',
    summary: 'Update, move or archive a package',
    description: 'A new price applies from the next period of each subscription.',
    form: true,
    maxBytes: 4 * 1024 * 1024,
    params: byId,
    body: z.object({
      name: z.optional(name(limits.name, 1)),
      ...tierFields,
      is_archived: z.optional(Flag),
      /** The version that was edited. The update is refused if the version has changed. */
      version: z.optional(text(100)),
    }),
    example: { params: { id: packagesExamples.tier }, body: { price: '5.99' } },
    output: OperatorTier,
    refusals: [...refusals, packagesErrors.changed_meanwhile],
    changes: ['tiers', 'tv-channels', 'public-playlists', 'previews'],
  },
  deleteTier: {
    ...byOperator,
    method: 'DELETE',
    path: '/api/operator/tiers/:id',
    summary: 'Delete a package',
    description: 'Possible only while the package has no subscribers; archive it otherwise.',
    params: byId,
    example: { params: { id: packagesExamples.otherTier } },
    output: Empty,
    refusals: [packagesErrors.has_subscribers],
    changes: ['tiers', 'tv-channels', 'public-playlists', 'previews'],
  },
})

defineThing('tier', [Tier])
