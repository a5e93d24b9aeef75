import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { type Handlers, reading } from '#kit/server/http/handlers.ts'
import { jsonPageOf } from '#kit/server/db/json-text.ts'
import { sortKeyOf } from '#kit/server/http/paging.ts'
import { favoriteEndpoints } from '../../favorites.ts'
import { listFavorites } from '../queries/favorites.ts'

const defaultLimit = 40
const FavoriteKey = z.tuple([Time, Id])

export const favoriteRoutes: Handlers<typeof favoriteEndpoints> = {
  listFavorites: reading(favoriteEndpoints.listFavorites, {
    async handle({ query: { limit = defaultLimit, cursor } }, { ask }) {
      const [time, id] = sortKeyOf(FavoriteKey, cursor) ?? []
      const after = time === undefined || id === undefined ? undefined : { time, id }
      const found = await ask(listFavorites, limit + 1, after)
      return jsonPageOf(found, limit, (row) => [row.time, row.id])
    },
  }),
}
