import { common } from '#kit/contract/problems.ts'
import { brokenConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type Ctx, finding, type Handlers } from '#kit/server/http/handlers.ts'
import type { Ask } from '#kit/server/ask.ts'
import type { User } from '#kit/server/reader.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import { type LikedType, likeEndpoints } from '../../likes.ts'
import { createLikeWriter } from '../likes.ts'
import type { Liked } from '../queries/likes.ts'

interface Named {
  target: { liked_type: LikedType; liked_id: string; playlist_id?: string | undefined }
}

/** @param db outlives the requests: concurrent likes are written in batches */
export const likeRoutes = ({ subjects, db: lasting }: { subjects: Subjects<LikedType>; db: Db }): Handlers<typeof likeEndpoints> => {
  const writeLike = createLikeWriter(lasting)

  /** Resolves the target. @throws 404 if the caller can't see it, 403 or 451 if it is restricted */
  async function find({ target: { liked_type: type, liked_id: id, playlist_id: within } }: Named, { ask }: { ask: Ask }): Promise<Liked> {
    return { type, key: (await subjects.find(ask, { type, id, within })).key }
  }
  const set = (liked: boolean) => ({
    find,
    async handle(_: unknown, { db, reader, found }: Ctx<User> & { found: Liked }) {
      try {
        return { liked, likes: await writeLike(db, { userId: reader.user.id, thing: found, liked }) }
      } catch (error) {
        if (brokenConstraint(error)?.startsWith('liking_')) fail(common.not_found)
        throw error
      }
    },
  })
  return {
    like: finding(likeEndpoints.like, set(true)),
    unlike: finding(likeEndpoints.unlike, set(false)),
  }
}
