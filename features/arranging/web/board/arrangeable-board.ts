import { stops } from '#ui/drag/elements.ts'
import type { Arrangeable } from '../arrange/enable-arranging.ts'
import { arrangeableBar } from '../bar/arrangeable-bar.ts'

/** The board, as a value of `editModeId`. */
export const boardMode = 'board'

/** Everything on the board is draggable. A press opens a channel or video. */
export const arrangeableBoard: Arrangeable = {
  ...arrangeableBar,
  id: boardMode,
  loadSource: async () => (await import('./source.ts')).boardSourceAt,
  isKeyTarget: (element) => stops.get(element) !== undefined,
  opensOnEnter: true,
  isInside: () => true,
  tap: () => false,
}
