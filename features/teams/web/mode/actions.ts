import { userFill, usersThree } from '#ui/icons.ts'
import { actingTeam } from '#kit/web/viewer.ts'
import type { Action } from '#shell/actions.ts'
import { t } from '../texts.ts'
import { switchToUser, switchToTeam } from './acting-team.ts'

export const workAsTeam: Action<'team'> = {
  id: 'team.workAs',
  section: 'go',
  label: (team) => (team ? t('mode.work_as', { name: team.name }) : t('mode.work_as_team')),
  icon: usersThree,
  visible: ({ id, team }) => !team.is_pending && id !== actingTeam(),
  run: (team) => switchToTeam(team),
}

export const switchBack: Action<'app'> = {
  id: 'app.switchToMe',
  section: 'go',
  label: () => t('mode.me'),
  icon: userFill,
  visible: (_, { inTeam }) => inTeam,
  run: () => switchToUser(),
}
