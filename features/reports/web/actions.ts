import { openDialog } from '#ui/dialogs.ts'
import { flagBanner } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import type { ReportableThing } from './ReportDialog.tsx'
import { t } from './texts.ts'

const openReportDialog = (subject: ReportableThing) =>
  openDialog(() => import('./ReportDialog.tsx').then((module) => module.ReportDialog), { thing: subject }).then(() => undefined)
const reportRow = { section: 'share', label: () => t('action'), icon: flagBanner } as const

const reportChannel: Action<'playlist'> = {
  ...reportRow,
  id: 'playlist.report',
  visible: ({ channel }) => !channel.may_edit,
  run: ({ id, name }) => openReportDialog({ type: 'playlist', id, name }),
}
const reportSeries: Action<'serie'> = {
  ...reportRow,
  id: 'serie.report',
  visible: ({ channel }) => !channel.may_edit,
  run: ({ id, name, channel }) => openReportDialog({ type: 'serie', id, name, playlistId: channel.id }),
}
const reportVideo: Action<'video'> = {
  ...reportRow,
  id: 'video.report',
  visible: ({ channel }) => !channel.may_edit,
  run: ({ id, name, channel }) => openReportDialog({ type: 'video', id, name, playlistId: channel.id }),
}
const reportPerson: Action<'person'> = {
  ...reportRow,
  id: 'person.report',
  run: ({ id, name }) => openReportDialog({ type: 'user', id, name }),
}

export const reportActions: ActionTable = { playlist: [reportChannel], serie: [reportSeries], video: [reportVideo], person: [reportPerson] }
