import { filmStrip, flagBanner, export as shareIcon, trash } from '#ui/icons.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { channelsContract } from '../../contract.ts'
import { refusalTo } from '../../rules.ts'
import { channelEditOption, withBanner } from '../channel/edits.ts'
import { openEditSeriesDialog } from '../open.ts'
import { shareSeries } from '../share.ts'
import { t } from '../texts.ts'

type Row = Pick<SubjectOf<'serie'>, 'channel' | 'series'>

const mayEdit = ({ channel }: Row) => channel.may_edit

/** Deletion asks first, so its code loads on request. */
const loadDeletion = () => import('./delete-many.ts')

export const serieActions: readonly Action<'serie'>[] = [
  {
    id: 'serie.edit',
    section: 'edit',
    label: () => t('series.edit.title'),
    icon: filmStrip,
    keys: 'e',
    visible: mayEdit,
    run: ({ series }) => openEditSeriesDialog(series),
  },
  {
    id: 'serie.makeHeader',
    section: 'edit',
    label: () => t('series.make_header'),
    icon: flagBanner,
    visible: (row) => mayEdit(row) && row.series.type !== 'header',
    run: (row, tools) => setBanner(row, row.series, tools),
  },
  {
    id: 'serie.endHeader',
    section: 'edit',
    label: () => t('series.end_header'),
    icon: flagBanner,
    visible: (row) => mayEdit(row) && row.series.type === 'header',
    run: (row, tools) => setBanner(row, undefined, tools),
  },
  {
    id: 'serie.share',
    section: 'share',
    label: () => t('share.name'),
    icon: shareIcon,
    keys: 's',
    visible: ({ channel }) => refusalTo.share(channel) === null,
    run: ({ channel, series }) => shareSeries(channel, series),
  },
  {
    id: 'serie.delete',
    section: 'dangerous',
    label: () => t('series.delete.action'),
    icon: trash,
    keys: 'Delete',
    visible: mayEdit,
    run: async (subject, tools) => (await loadDeletion()).deleteSeries([subject], tools),
    many: { label: () => t('many.delete'), run: async (subjects, tools) => (await loadDeletion()).deleteSeries(subjects, tools) },
  },
]

/** Makes a series the banner of its channel; undefined removes the banner. */
function setBanner({ channel, series }: Row, header: Row['series'] | undefined, { change }: ActionTools): UndoableStep {
  const before = channel.series.find(({ type }) => type === 'header')
  const set = (newHeader: { id: string } | undefined, previousHeader: { id: string } | undefined) => {
    const id = newHeader?.id ?? previousHeader?.id
    if (id === undefined) return undefined
    const input = { params: { id }, body: { type: newHeader ? ('header' as const) : ('' as const) } }
    return change(
      channelsContract.updateSeries,
      input,
      channelEditOption(channel.id, (now) => withBanner(now, newHeader?.id)),
    )
  }
  return {
    label: t(header ? 'series.header_done' : 'series.header_ended', { name: series.name }),
    pending: set(header, before),
    undo: () => set(before, header),
    redo: () => set(header, before),
  }
}
