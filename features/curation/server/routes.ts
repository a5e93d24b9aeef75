import type { Handlers } from '#kit/server/http/handlers.ts'
import type { curationContract } from '../contract.ts'
import type { DraftTools } from './drafts.ts'
import { clickRoutes } from './routes/clicks.ts'
import { type CopyTools, copyRoutes } from './routes/copies.ts'
import { groupRoutes } from './routes/groups.ts'
import { playlistRoutes } from './routes/playlists.ts'
import { relatedRoutes } from './routes/related.ts'
import { seriesRoutes } from './routes/series.ts'
import { videoRoutes } from './routes/videos.ts'

export const curationRoutes = (tools: DraftTools & CopyTools): Handlers<typeof curationContract> => ({
  ...playlistRoutes(tools.media),
  ...groupRoutes(tools.media),
  ...seriesRoutes(tools),
  ...videoRoutes(tools),
  ...relatedRoutes(tools.media),
  ...clickRoutes(tools.limits),
  ...copyRoutes(tools),
})
