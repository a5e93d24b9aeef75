import { chartLineUp } from '#ui/icons.ts'
import type { ActionTable } from '#shell/feature.ts'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

export const statisticsActions: ActionTable = {
  playlist: [
    {
      id: 'playlist.statistics',
      section: 'go',
      label: () => t('action'),
      icon: chartLineUp,
      visible: ({ channel }) => channel.may_edit && !channel.watch_later,
      run: ({ id }, { go }) => go(paths.statistics({ playlist: id })),
    },
  ],
}
