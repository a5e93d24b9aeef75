import { commonErrors } from '#kit/contract/problems.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { jsonListOf } from '#kit/server/db/json-text.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import { type OperatorTier, packagesContract as contract } from '../contract.ts'
import { packagesErrors } from '../errors.ts'
import { limits } from '../rules.ts'
import {
  countSubscribers,
  deleteTier,
  insertTier,
  listOperatorTiers,
  lockTier,
  lockTiers,
  placeTier,
  replacePackageItems,
  updateTier,
} from './queries/operator-tiers.ts'
import { findTier, findTierId, listTiers } from './queries/tiers.ts'

export interface PackagesTools {
  pictures: Pick<Pictures, 'pictureFrom'>
}

/** Items of a package in a request. */
interface TierItemsInput {
  channels?: string[] | undefined
  playlists?: string[] | undefined
}
/** @throws 422 if one of the items doesn't exist or isn't public */
async function writeItems(tx: Db, id: string, items: TierItemsInput): Promise<void> {
  for (const kind of ['channels', 'playlists'] as const)
    if (items[kind] && !(await replacePackageItems(tx, id, kind, items[kind]))) fail(packagesErrors.item_unknown, { field: kind })
}

/** Numbers of items, for the audit log. */
const countItems = ({ channels, playlists }: TierItemsInput) => ({ channels: channels?.length, playlists: playlists?.length })

/** Refuses the call if an item was deleted between the check and the write; throws other errors again. */
const invalidIfDeleted = (error: unknown): never => {
  const constraint = violatedConstraint(error)
  if (constraint === 'tier_item_tv_channel_id_fkey') fail(packagesErrors.item_unknown, { field: 'channels' })
  if (constraint === 'tier_item_playlist_key_fkey') fail(packagesErrors.item_unknown, { field: 'playlists' })
  throw error
}

/** Returns price and kind. A package without a price must be marked as free. @throws 422 */
function parsePrice(input: { price?: number | undefined; is_free?: boolean | undefined }, before?: { price: number }) {
  const price = input.is_free ? 0 : (input.price ?? (input.is_free === false && before?.price === 0 ? undefined : before?.price))
  if (price === undefined || (price === 0 && input.is_free === false)) return fail(packagesErrors.price_missing, { field: 'price' })
  return { price, is_free: price === 0 }
}

const readTier = async (db: Db, id: string): Promise<OperatorTier> => (await listOperatorTiers(db, id))[0] ?? fail(commonErrors.not_found)

export const packagesRoutes = ({ pictures }: PackagesTools): Handlers<typeof contract> => ({
  listTiers: defineReadHandler(contract.listTiers, {
    handle: async (_, { select }) => jsonListOf(await select(listTiers, limits.shownItems)),
  }),

  getTier: defineReadHandler(contract.getTier, {
    handle: async ({ params: { id } }, { select }) => (await select(findTier, id))[0]?.json ?? fail(commonErrors.not_found),
  }),

  listOperatorTiers: (_, { db }) => listOperatorTiers(db),

  async createTier({ body }, { db, reader, disconnected, once }) {
    const { name, description, icon, package_name: packageName, order, channels, playlists } = body
    const price = parsePrice(body)
    const picture_id = icon ? await pictures.pictureFrom(db, icon, { field: 'icon', by: reader.user.id, signal: disconnected }) : null
    const tier = { name, package_name: packageName || name, picture_id, ...price, ...(description !== undefined && { description }) }
    const id = await once((writer) =>
      writer
        .transaction()
        .execute(async (tx) => {
          await lockTiers(tx)
          const tierId = (await insertTier(tx, tier, limits.tiers)) ?? fail(packagesErrors.tier_limit)
          await placeTier(tx, tierId, order)
          await writeItems(tx, tierId, { channels, playlists })
          const after = { price: price.price / 100, ...countItems(body) }
          await writeAudit(tx, reader.user, { act: 'tier.created', thing: { type: 'tier', id: tierId, name }, after })
          return tierId
        })
        .catch(invalidIfDeleted),
    )
    return readTier(db, id)
  },

  updateTier: defineFindHandler(contract.updateTier, {
    find: async ({ params: { id } }, { select }) => (await select(findTierId, id))[0] ?? fail(commonErrors.not_found),
    async handle({ params: { id }, body }, { db, reader, disconnected }) {
      const { name, description, icon, package_name: packageName, order, is_archived: isArchived, version, ...rest } = body
      const picture = icon ? await pictures.pictureFrom(db, icon, { field: 'icon', by: reader.user.id, signal: disconnected }) : null
      await db
        .transaction()
        .execute(async (tx) => {
          await lockTiers(tx)
          const before = (await lockTier(tx, id)) ?? fail(commonErrors.not_found)
          if (version !== undefined && version !== before.version) fail(packagesErrors.changed_meanwhile)
          await updateTier(tx, id, {
            ...(rest.price !== undefined || rest.is_free !== undefined ? parsePrice(rest, before) : {}),
            ...(name !== undefined && { name }),
            ...(description !== undefined && { description }),
            ...(icon !== undefined && { picture_id: picture }),
            ...(packageName !== undefined && { package_name: packageName || name || before.name }),
            ...(isArchived !== undefined && { archived_at: isArchived ? (before.archived_at ?? new Date()) : null }),
          })
          if (order !== undefined) await placeTier(tx, id, order)
          await writeItems(tx, id, rest)
          await writeAudit(tx, reader.user, {
            act: 'tier.updated',
            thing: { type: 'tier', id, name: name ?? before.name },
            before: { name: before.name, price: before.price / 100, is_archived: before.archived_at !== null },
            after: {
              ...body,
              ...countItems(body),
              ...(body.price !== undefined && { price: body.price / 100 }),
              icon: undefined,
              version: undefined,
            },
          })
        })
        .catch(invalidIfDeleted)
      return readTier(db, id)
    },
  }),

  deleteTier: defineFindHandler(contract.deleteTier, {
    find: async ({ params: { id } }, { select }) => (await select(findTierId, id))[0] ?? fail(commonErrors.not_found),
    async handle({ params: { id } }, { db, reader }) {
      await db.transaction().execute(async (tx) => {
        await lockTiers(tx)
        const { name } = (await lockTier(tx, id)) ?? fail(commonErrors.not_found)
        if ((await countSubscribers(tx, id)) > 0) fail(packagesErrors.has_subscribers)
        await deleteTier(tx, id)
        await writeAudit(tx, reader.user, { act: 'tier.deleted', thing: { type: 'tier', id, name } })
      })
      return {}
    },
  }),
})
