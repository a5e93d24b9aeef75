import { clockCounterClockwise } from '#ui/icons.ts'
import type { ActionTable } from '#shell/feature.ts'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

export const activityActions: ActionTable = {
  playlist: [
    {
      id: 'playlist.activity',
      section: 'edit',
      label: () => t('title'),
      icon: clockCounterClockwise,
      visible: ({ channel }) => channel.may_edit && channel.team_id !== null,
      run: ({ channel }, { go }) => go(paths.teams({ teamId: channel.team_id! })),
    },
  ],
}
