import { arrowDown, arrowElbowDownLeft, arrowUp, listPlus, plus } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { openAddItemDialog } from '#features/channels/web/open.ts'
import { t as tChannels } from '#features/channels/web/texts.ts'
import { t } from '../texts.ts'
import { moveSeriesWithDialog, saveSeriesCopies } from './choose-place.ts'
import { movePastAction } from './move-past.ts'
import { createPasteLinksProps } from './paste-links.ts'

const mayEdit = ({ channel }: SubjectOf<'serie'>) => channel.may_edit

/** Actions that add to a series, move it, and save copies. */
export const serieActions: readonly Action<'serie'>[] = [
  {
    id: 'serie.addItem',
    section: 'add',
    label: () => t('add.menu'),
    icon: plus,
    keys: 'a',
    visible: mayEdit,
    ...createPasteLinksProps<'serie'>(mayEdit),
    run: ({ channel, series }, { pasted }) => openAddItemDialog(channel, series, { pasted }),
  },
  movePastAction(-1, { id: 'serie.moveUp', label: () => t('series.up'), icon: arrowUp, keys: 'Shift+ArrowUp' }, mayEdit),
  movePastAction(1, { id: 'serie.moveDown', label: () => t('series.down'), icon: arrowDown, keys: 'Shift+ArrowDown' }, mayEdit),
  {
    id: 'serie.move',
    section: 'move',
    label: () => t('series.to_other'),
    icon: arrowElbowDownLeft,
    keys: 'm',
    visible: mayEdit,
    run: (subject, tools) => moveSeriesWithDialog([subject], tools),
    many: { label: () => t('many.move'), run: moveSeriesWithDialog },
  },
  {
    id: 'serie.save',
    section: 'clipboard',
    label: () => tChannels('place.save_title'),
    icon: listPlus,
    run: (subject, tools) => saveSeriesCopies([subject], tools),
    many: { label: () => t('many.save'), run: saveSeriesCopies },
  },
]
