import type { Handlers } from '#kit/server/http/mount.ts'
import type { Media } from '#features/media/server/media.ts'
import type { curationContract } from '../contract.ts'
import { playlistRoutes } from './routes/playlists.ts'
import { seriesRoutes } from './routes/series.ts'
import { videoRoutes } from './routes/videos.ts'

export const curationRoutes = (media: Media): Handlers<typeof curationContract> => ({
  ...playlistRoutes(media),
  ...seriesRoutes(media),
  ...videoRoutes(media),
})
