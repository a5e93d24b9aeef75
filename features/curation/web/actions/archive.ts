import { arrowsOutCardinal } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import { arrangeBar } from '../arrange/arranged.ts'
import { t } from '../texts.ts'

/** What can be done with the archive as a place of the bar. */
export const archiveActions: readonly Action<'archive'>[] = [
  { id: 'archive.arrange', section: 'move', label: () => t('bar.arrange'), icon: arrowsOutCardinal, run: arrangeBar },
]
