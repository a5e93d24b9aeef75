import { common } from '#kit/contract/problems.ts'
import { brokenConstraint } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { finding, type Handlers } from '#kit/server/http/handlers.ts'
import type { Ask } from '#kit/server/proven-read.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import { type LikedType, socialContract } from '../contract.ts'
import { addLike, deleteLike, findLikes, type Liked } from './queries.ts'

interface Named {
  target: { liked_type: LikedType; liked_id: string; playlist_id?: string | undefined }
}

export const socialRoutes = (subjects: Subjects<LikedType>): Handlers<typeof socialContract> => {
  /** What a call names. @throws 404 unless the caller may see it, 403 or 451 when something keeps them from it */
  async function find({ target: { liked_type: type, liked_id: id, playlist_id: within } }: Named, { ask }: { ask: Ask }): Promise<Liked> {
    return { type, key: (await subjects.find(ask, { type, id, within })).key }
  }
  return {
    like: finding(socialContract.like, {
      find,
      async handle(_, { db, reader, found }) {
        try {
          await addLike(db, reader.user.id, found)
        } catch (error) {
          if (brokenConstraint(error)?.startsWith('liking_')) fail(common.not_found)
          throw error
        }
        return { liked: true, likes: await findLikes(db, found) }
      },
    }),
    unlike: finding(socialContract.unlike, {
      find,
      async handle(_, { db, reader, found }) {
        await deleteLike(db, reader.user.id, found)
        return { liked: false, likes: await findLikes(db, found) }
      },
    }),
  }
}
