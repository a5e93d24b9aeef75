import type { Db } from '#kit/server/db.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import type { socialContract } from '../contract.ts'
import type { LikedType } from '../likes.ts'
import type { FollowedType } from '../rules.ts'
import { favoriteRoutes } from './routes/favorites.ts'
import { followRoutes } from './routes/follows.ts'
import { likeRoutes } from './routes/likes.ts'

export const socialRoutes = (tools: { subjects: Subjects<LikedType | FollowedType>; db: Db }): Handlers<typeof socialContract> => ({
  ...likeRoutes(tools),
  ...favoriteRoutes,
  ...followRoutes(tools),
})
