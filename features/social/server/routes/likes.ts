import * as z from 'zod/mini'
import { commonErrors } from '#kit/contract/problems.ts'
import { type Db, violatedConstraint } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type Ctx, type Handlers, defineFindHandler, defineReadHandler } from '#kit/server/http/handlers.ts'
import type { Select } from '#kit/server/select.ts'
import type { User } from '#kit/server/reader.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import { Id, Time } from '#kit/contract/fields.ts'
import { jsonPageOf } from '#kit/server/db/json-text.ts'
import { parseCursor } from '#kit/server/http/paging.ts'
import { createBatches } from '#kit/server/db/batches.ts'
import { favoriteEndpoints, likeEndpoints } from '../../contract.ts'
import type { LikedType } from '../../rules.ts'
import { type LikeTarget, addLikes, deleteLikes, listFavorites } from '../queries/likes.ts'

/** A user's change of a like. */
interface LikeChange {
  userId: string
  thing: LikeTarget
  liked: boolean
}

/**
 * Writes likes of one thing in batches, because they all update the same row.
 * @param poolDb a database that outlives the requests, because a batch combines several requests
 * @returns a function that resolves with the like count.
 * @throws a foreign key error if the thing was deleted concurrently
 */
function createLikeWriter(poolDb: Db): (db: Db, change: LikeChange) => Promise<number> {
  const write = createBatches(async (changes: readonly [LikeChange, ...LikeChange[]]) => {
    const [{ thing }] = changes
    // Of several changes by a user, the last one counts.
    const last = new Map(changes.map(({ userId, liked }) => [userId, liked]))
    const usersWho = (like: boolean) => [...last].flatMap(([userId, liked]) => (liked === like ? userId : []))
    const [added, removed] = [usersWho(true), usersWho(false)]
    if (removed.length) await deleteLikes(poolDb, removed, thing)
    return addLikes(poolDb, added, thing)
  })
  return (db, change) => write(db, `${change.thing.type}:${change.thing.key}`, change)
}

const defaultLimit = 40
const FavoriteKey = z.tuple([Time, Id])

export const favoriteRoutes: Handlers<typeof favoriteEndpoints> = {
  listFavorites: defineReadHandler(favoriteEndpoints.listFavorites, {
    async handle({ query: { limit = defaultLimit, cursor } }, { select }) {
      const [time, id] = parseCursor(FavoriteKey, cursor) ?? []
      const after = time === undefined || id === undefined ? undefined : { time, id }
      const favorites = await select(listFavorites, limit + 1, after)
      return jsonPageOf(favorites, limit, (row) => [row.time, row.id])
    },
  }),
}

interface LikeRequest {
  target: { liked_type: LikedType; liked_id: string; playlist_id?: string | undefined }
}

/** `writeDb` is not a request's database: a batch combines the likes of several requests. */
export const likeRoutes = ({ subjects, writeDb }: { subjects: Subjects<LikedType>; writeDb: Db }): Handlers<typeof likeEndpoints> => {
  const writeLike = createLikeWriter(writeDb)

  /** Finds the target. @throws 404 if the caller can't see it, 403 or 451 if it is restricted */
  async function find(
    { target: { liked_type: type, liked_id: id, playlist_id: within } }: LikeRequest,
    { select }: { select: Select },
  ): Promise<LikeTarget> {
    return { type, key: (await subjects.findVisible(select, { type, id, within })).key }
  }
  const set = (liked: boolean) => ({
    find,
    async handle(_: unknown, { db, reader, resource }: Ctx<User> & { resource: LikeTarget }) {
      try {
        return { liked, likes: await writeLike(db, { userId: reader.user.id, thing: resource, liked }) }
      } catch (error) {
        if (violatedConstraint(error)?.startsWith('liking_')) fail(commonErrors.not_found)
        throw error
      }
    },
  })
  return {
    like: defineFindHandler(likeEndpoints.like, set(true)),
    unlike: defineFindHandler(likeEndpoints.unlike, set(false)),
  }
}
