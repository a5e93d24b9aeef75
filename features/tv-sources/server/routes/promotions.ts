import { commonErrors } from '#kit/contract/problems.ts'
import type { AddressCountries } from '#kit/server/http/address-countries.ts'
import { type Db, violatedConstraint } from '#kit/server/db/db.ts'
import { jsonListOf } from '#kit/server/db/json-text.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import type { Reader } from '#kit/server/reader.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { findPlaylistAccess } from '#features/channels/server/queries/playlists.ts'
import { restrictionError } from '#features/channels/server/access.ts'
import { tvSourcesErrors } from '../../errors.ts'
import { promotionEndpoints as contract } from '../../promotions.ts'
import { limits } from '../../rules.ts'
import { assertExists, findChannelId } from '../queries/existence.ts'
import {
  endPromotion,
  findPromotionId,
  listVisiblePromotions,
  listPromotions,
  movePromotion,
  insertPromotion,
} from '../queries/promotions.ts'

export interface PromotionTools {
  addressCountries: Pick<AddressCountries, 'describe'>
}

/** The name of a promoted channel, for the audit log; empty if the reader may not see the channel. */
const findName = async (db: Db, reader: Reader, id: string) => (await listPromotions(db, reader)).find((item) => item.id === id)?.name ?? ''

export const promotionRoutes = ({ addressCountries }: PromotionTools): Handlers<typeof contract> => ({
  getPromotions: defineReadHandler(contract.getPromotions, {
    handle: async (_, { select }) => `{"channels":${jsonListOf(await select(listVisiblePromotions))}}` as never,
  }),

  listPromotions: (_, { select }) => select(listPromotions),

  promote: defineFindHandler(contract.promote, {
    async find({ target: { type, channel_id: id } }, { select }) {
      if (type === 'channel') {
        await assertExists(select, findChannelId, id)
        return { tvChannelId: id, playlistKey: null } as const
      }
      const { key, is_public, restriction } = (await select(findPlaylistAccess, id))[0] ?? fail(commonErrors.not_found)
      if (restriction) fail(restrictionError(restriction))
      if (!is_public) fail(tvSourcesErrors.not_public, { field: 'channel_id' })
      return { tvChannelId: null, playlistKey: key } as const
    },
    async handle({ body: { type, channel_id: channelId, order } }, { db, reader, select, resource }) {
      const id = await db
        .transaction()
        .execute(async (tx) => {
          const promotion = await insertPromotion(tx, resource, order, limits.promotions)
          if (promotion !== undefined)
            await writeAudit(tx, reader.user, {
              act: 'promotion.added',
              thing: { type, id: channelId, name: await findName(tx, reader, promotion) },
            })
          return promotion
        })
        .catch((error: unknown) => {
          if (violatedConstraint(error)?.startsWith('promotion_')) return fail(commonErrors.not_found)
          throw error
        })
      if (id === undefined) return fail(tvSourcesErrors.promotion_limit, { values: { count: limits.promotions } })
      return (await select(listPromotions)).find((item) => item.id === id) ?? fail(commonErrors.not_found)
    },
  }),

  movePromotion: defineFindHandler(contract.movePromotion, {
    find: ({ params: { id } }, { select }) => assertExists(select, findPromotionId, id),
    async handle({ params: { id }, body: { order } }, { db, reader, select }) {
      await db.transaction().execute(async (tx) => {
        if (!(await movePromotion(tx, id, order))) fail(commonErrors.not_found)
        const name = await findName(tx, reader, id)
        await writeAudit(tx, reader.user, { act: 'promotion.moved', thing: { type: 'promotion', id, name }, after: { order } })
      })
      return (await select(listPromotions)).find((item) => item.id === id) ?? fail(commonErrors.not_found)
    },
  }),

  endPromotion: defineFindHandler(contract.endPromotion, {
    find: ({ params: { id } }, { select }) => assertExists(select, findPromotionId, id),
    async handle({ params: { id } }, { db, reader }) {
      await db.transaction().execute(async (tx) => {
        const name = await findName(tx, reader, id)
        await endPromotion(tx, id)
        await writeAudit(tx, reader.user, { act: 'promotion.ended', thing: { type: 'promotion', id, name } })
      })
      return {}
    },
  }),

  getPlaceDatabase: () => {
    const { file, bytes, madeAt } = addressCountries.describe()
    return Promise.resolve({ file, bytes, made_at: madeAt?.toISOString() ?? null })
  },
})
