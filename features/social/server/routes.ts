import type { Handlers } from '#kit/server/http/handlers.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import type { socialContract } from '../contract.ts'
import type { LikedType } from '../likes.ts'
import { favoriteRoutes } from './routes/likes.ts'
import { followRoutes, type FollowTools } from './routes/follows.ts'
import { likeRoutes } from './routes/likes.ts'

export const socialRoutes = (tools: FollowTools & { subjects: Subjects<LikedType> }): Handlers<typeof socialContract> => ({
  ...likeRoutes(tools),
  ...favoriteRoutes,
  ...followRoutes(tools),
})
