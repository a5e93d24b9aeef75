import { toast } from '#ui/toasts.ts'
import type { ActionTools } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { teamsContract } from '../contract.ts'
import { t } from './texts.ts'

/** Accepts an invitation and opens the team, or declines it. @throws ApiError */
export async function answerInvitation({ id, name }: SubjectOf<'team'>, answer: 'accept' | 'decline', tools: ActionTools): Promise<void> {
  await tools.change(teamsContract.answerInvitation, { params: { id }, body: { is_rejected: answer === 'decline' } })
  toast(t(answer === 'accept' ? 'invitations.accepted' : 'invitations.declined', { name }))
  if (answer === 'accept') tools.go(paths.teams({ teamId: id }))
}
