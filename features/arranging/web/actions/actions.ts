import type { ActionTable } from '#shell/feature.ts'
import { arrowsOutCardinal, squaresFour } from '#ui/icons.ts'
import { paths } from '#shell/paths.ts'
import type { Action } from '#shell/actions.ts'
import { clipboardActions } from './clipboard.ts'
import { groupActions } from './group.ts'
import { playlistActions } from './playlist.ts'
import { serieActions } from './serie.ts'
import { videoActions } from './video.ts'
import { startArrangingBar } from '../arrange/toggle-arranging.ts'
import { boardKey } from '../board/board-key.ts'
import { t } from '../texts.ts'

/** Actions on the archive in the bar. */
const archiveActions: readonly Action<'archive'>[] = [
  { id: 'archive.arrange', section: 'move', label: () => t('bar.arrange'), icon: arrowsOutCardinal, run: startArrangingBar },
]

/** Opens the board, which shows all the user's channels. */
const openBoard: Action<'app'> = {
  id: 'app.board',
  section: 'move',
  label: () => t('board.open'),
  icon: squaresFour,
  keys: boardKey,
  run: (_, { go }) => go(paths.myPlaylists({ view: 'board' })),
}

/** Actions that add, move and copy. */
export const arrangingActions = {
  ...clipboardActions,
  app: [...clipboardActions.app, openBoard],
  archive: archiveActions,
  playlist: [...playlistActions, ...clipboardActions.playlist],
  group: [...groupActions, ...clipboardActions.group],
  serie: [...serieActions, ...clipboardActions.serie],
  video: [...videoActions, ...clipboardActions.video],
} satisfies ActionTable
