import type { ActionTable } from '#shell/registry.ts'
import { archiveActions } from './archive.ts'
import { groupActions } from './group.ts'
import { playlistActions } from './playlist.ts'
import { serieActions } from './serie.ts'
import { videoActions } from './video.ts'

/** What can be done with one's own things. */
export const curationActions: ActionTable = {
  playlist: playlistActions,
  group: groupActions,
  archive: archiveActions,
  serie: serieActions,
  video: videoActions,
}
