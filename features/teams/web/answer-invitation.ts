import { announce, toast } from '#ui/toasts.ts'
import type { ActionTools } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { teamsContract } from '../contract.ts'
import { t } from './texts.ts'

/** Accepts or declines an invitation. Accepting opens the team instead of showing a toast, which would cover the team. @throws ApiError */
export async function answerInvitation({ id, name }: SubjectOf<'team'>, answer: 'accept' | 'decline', tools: ActionTools): Promise<void> {
  await tools.change(teamsContract.answerInvitation, { params: { id }, body: { is_rejected: answer === 'decline' } })
  if (answer === 'decline') return void toast(t('invitations.declined', { name }))
  announce(t('invitations.accepted', { name }))
  tools.go(paths.teams({ teamId: id }))
}
