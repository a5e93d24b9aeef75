import { clockCounterClockwise } from '#ui/icons.ts'
import { openDialog } from '#ui/dialogs.ts'
import type { ActionTable } from '#shell/feature.ts'
import { t } from './texts.ts'

export const activityActions: ActionTable = {
  playlist: [
    {
      id: 'playlist.activity',
      section: 'edit',
      label: () => t('title'),
      icon: clockCounterClockwise,
      visible: ({ channel }) => channel.may_edit && channel.team_id !== null,
      run: ({ channel }) => void openDialog(() => import('./ActivityDialog.tsx').then((module) => module.ActivityDialog), { channel }),
    },
  ],
}
