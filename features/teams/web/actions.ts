import { check, pencilSimple, plus, signOut, trash, usersThree, x } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import { paths } from '#shell/paths.ts'
import { teamsContract } from '../contract.ts'
import { switchBack, workAsTeam } from './mode/actions.ts'
import { createTeam, editTeam, inviteMembers } from './open.ts'
import { t } from './texts.ts'

const createAnswerAction = (id: 'accept' | 'decline', icon: string): Action<'team'> => ({
  id: `team.${id}`,
  section: 'add',
  label: () => t(id === 'accept' ? 'invitations.accept' : 'invitations.decline'),
  icon,
  visible: ({ team }) => team.is_pending,
  run: async (subject, tools) => {
    const { answerInvitation } = await import('./answer-invitation.ts')
    await answerInvitation(subject, id, tools)
  },
})
const invite: Action<'team'> = {
  id: 'team.invite',
  section: 'add',
  label: () => t('team.add_member'),
  icon: plus,
  visible: ({ team }) => team.is_admin,
  run: ({ id }) => inviteMembers(id),
}
const edit: Action<'team'> = {
  id: 'team.edit',
  section: 'edit',
  label: () => t('team.edit'),
  icon: pencilSimple,
  keys: 'e',
  visible: ({ team }) => team.is_admin,
  run: async ({ id }, { read }) => editTeam(await read(teamsContract.getTeam, { params: { id } })),
}
const leave: Action<'team'> = {
  id: 'team.leave',
  section: 'dangerous',
  label: () => t('leave.action'),
  icon: signOut,
  visible: ({ team }) => !team.is_pending,
  run: async (subject, tools) => (await import('./leave.ts')).leaveTeam(subject, tools),
}
const remove: Action<'team'> = {
  id: 'team.delete',
  section: 'dangerous',
  label: () => t('team.delete'),
  icon: trash,
  keys: 'Delete',
  visible: ({ team }) => team.is_admin,
  run: async (subject, tools) => (await import('./delete-team.ts')).deleteTeam(subject, tools),
}
/** Opens the list of teams from the palette. */
const open: Action<'app'> = {
  id: 'go.teams',
  section: 'go',
  label: () => t('title'),
  icon: usersThree,
  run: (_, { go }) => go(paths.teams()),
}
const create: Action<'app'> = { id: 'app.createTeam', section: 'add', label: () => t('form.create'), icon: plus, run: createTeam }

export const teamActions: ActionTable = {
  team: [createAnswerAction('accept', check), createAnswerAction('decline', x), workAsTeam, invite, edit, leave, remove],
  app: [create, open, switchBack],
}
