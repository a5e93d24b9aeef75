import type { ActionTable } from '#shell/feature.ts'
import { archiveActions } from './archive.ts'
import { clipboardActions } from './clipboard.ts'
import { groupActions } from './group.ts'
import { playlistActions } from './playlist.ts'
import { playlistPlaceActions } from './playlist-places.ts'
import { serieActions } from './serie.ts'
import { videoActions } from './video.ts'

/** What can be done with one's own things, and copied of all. */
export const curationActions: ActionTable = {
  ...clipboardActions,
  archive: archiveActions,
  playlist: [...playlistActions, ...playlistPlaceActions, ...clipboardActions.playlist],
  group: [...groupActions, ...clipboardActions.group],
  serie: [...serieActions, ...clipboardActions.serie],
  video: [...videoActions, ...clipboardActions.video],
}
