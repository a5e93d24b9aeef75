import type { ActionTable } from '#shell/feature.ts'
import { arrowsOutCardinal } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import { clipboardActions } from './clipboard.ts'
import { groupActions } from './group.ts'
import { playlistActions } from './playlist.ts'
import { serieActions } from './serie.ts'
import { videoActions } from './video.ts'
import { arrangeBar } from '../arrange/arranged.ts'
import { t } from '../texts.ts'

/** Actions on the archive in the bar. */
const archiveActions: readonly Action<'archive'>[] = [
  { id: 'archive.arrange', section: 'move', label: () => t('bar.arrange'), icon: arrowsOutCardinal, run: arrangeBar },
]

/** Actions that add, move and copy. */
export const arrangingActions = {
  ...clipboardActions,
  archive: archiveActions,
  playlist: [...playlistActions, ...clipboardActions.playlist],
  group: [...groupActions, ...clipboardActions.group],
  serie: [...serieActions, ...clipboardActions.serie],
  video: [...videoActions, ...clipboardActions.video],
} satisfies ActionTable
