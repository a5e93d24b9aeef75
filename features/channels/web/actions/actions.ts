import type { ActionTable } from '#shell/feature.ts'
import { playlistActions } from './playlist.ts'
import { serieActions } from './serie.ts'
import { videoActions } from './video.ts'

/** Actions that edit, share and delete channels, series and videos. */
export const channelActions = { playlist: playlistActions, serie: serieActions, video: videoActions } satisfies ActionTable
