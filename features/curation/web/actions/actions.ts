import type { ActionTable } from '#shell/registry.ts'
import { playlistActions } from './playlist.ts'
import { serieActions } from './serie.ts'
import { videoActions } from './video.ts'

export const curationActions: ActionTable = { playlist: playlistActions, serie: serieActions, video: videoActions }
