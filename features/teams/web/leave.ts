import { accountsContract } from '#features/accounts/contract.ts'
import { ApiError } from '#kit/contract/client.ts'
import { confirm } from '#ui/confirm.ts'
import { openDialog } from '#ui/dialogs.ts'
import { toast } from '#ui/toasts.ts'
import type { ActionTools } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { type Team, teamsContract } from '../contract.ts'
import { teamsErrors } from '../errors.ts'
import { leaveTeamMode } from './mode/acting-team.ts'
import { lostTeam } from './lost-team.ts'
import { t } from './texts.ts'

type LeaveStage = 'plain' | 'last_member' | 'only_admin'

/** Returns the stage at which leaving starts. It is based on loaded data, which may be outdated: the server decides. */
function stageOf({ users }: Team, userId: string): LeaveStage {
  if (users.length === 1) return 'last_member'
  const admins = users.filter(({ is_admin }) => is_admin)
  return admins.length === 1 && admins[0]?.id === userId ? 'only_admin' : 'plain'
}

/** Returns the stage that a refusal leads to. @throws any other error */
function stageAfter(error: unknown): LeaveStage {
  const code = error instanceof ApiError ? error.body.code : undefined
  if (code === teamsErrors.last_member.code) return 'last_member'
  if (code === teamsErrors.only_admin.code) return 'only_admin'
  throw error
}

/** Leaves a team. The last member confirms twice; an only admin of other members can't leave. @throws ApiError */
export async function leaveTeam({ id, name }: SubjectOf<'team'>, tools: ActionTools): Promise<void> {
  const [team, { id: userId }] = await Promise.all([
    tools.read(teamsContract.getTeam, { params: { id } }),
    tools.read(accountsContract.getProfile, {}),
  ])
  if (!(await confirmAndLeave(stageOf(team, userId), { id, name }, tools))) return
  leaveTeamMode(id)
  toast(t('leave.done', { name }))
  tools.go(paths.settings(), { replace: true })
}

/** Returns true if the user has left. */
async function confirmAndLeave(stage: LeaveStage, team: { id: string; name: string }, tools: ActionTools): Promise<boolean> {
  if (!(await questions[stage](team, tools))) return false
  try {
    lostTeam.set(team.id)
    await tools.change(teamsContract.leaveTeam, { params: { id: team.id }, body: { force: stage === 'last_member' } })
    return true
  } catch (error) {
    lostTeam.set(undefined)
    const next = stageAfter(error)
    if (next === stage) throw error
    return confirmAndLeave(next, team, tools)
  }
}

type Confirm = (team: { id: string; name: string }, tools: ActionTools) => Promise<boolean>
const questions: Record<LeaveStage, Confirm> = {
  plain: ({ name }) => confirm({ title: t('leave.title', { name }), text: t('leave.text'), action: t('leave.action') }),
  last_member: async ({ name }) =>
    (await confirm({ title: t('leave.title', { name }), text: t('errors.last_member'), action: t('leave.last_action') })) &&
    confirm({ title: t('leave.really_title'), text: t('leave.really_text', { name }), action: t('leave.last_action') }),
  only_admin: async ({ id, name }, { go }) => {
    const wantsMembers = await openDialog(() => import('./OnlyAdminDialog.tsx').then((module) => module.OnlyAdminDialog), { name })
    if (wantsMembers) go(paths.teams({ teamId: id }))
    return false
  },
}
