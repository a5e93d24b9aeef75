import { openDialog } from '#ui/dialogs.ts'
import { flagBanner } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import type { Reportable } from './ReportDialog.tsx'
import { t } from './texts.ts'

const open = (subject: Reportable) =>
  openDialog(() => import('./ReportDialog.tsx').then((module) => module.ReportDialog), { thing: subject }).then(() => undefined)
const row = { section: 'share', label: () => t('action'), icon: flagBanner } as const

const reportChannel: Action<'playlist'> = {
  ...row,
  id: 'playlist.report',
  visible: ({ channel }) => !channel.may_edit,
  run: ({ id, name }) => open({ type: 'playlist', id, name }),
}
const reportSeries: Action<'serie'> = {
  ...row,
  id: 'serie.report',
  visible: ({ channel }) => !channel.may_edit,
  run: ({ id, name, channel }) => open({ type: 'serie', id, name, playlistId: channel.id }),
}
const reportVideo: Action<'video'> = {
  ...row,
  id: 'video.report',
  visible: ({ channel }) => !channel.may_edit,
  run: ({ id, name, channel }) => open({ type: 'video', id, name, playlistId: channel.id }),
}
const reportPerson: Action<'person'> = {
  ...row,
  id: 'person.report',
  run: ({ id, name }) => open({ type: 'user', id, name }),
}

export const reportActions: ActionTable = { playlist: [reportChannel], serie: [reportSeries], video: [reportVideo], person: [reportPerson] }
