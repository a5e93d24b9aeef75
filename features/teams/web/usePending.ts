import type { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { unshownErrors } from '#kit/web/problems.ts'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toasts.ts'
import { type Team, teamsContract } from '../contract.ts'
import { t } from './texts.ts'

const onError = (error: ApiError) => toast(unshownErrors(error, []).join(' '), { warning: true })

/** Changes an open invitation. @param team id */
export function usePending(team: string, { id, email: name }: Team['pending_users'][number]) {
  const update = useChange(teamsContract.updateTeam)
  const remove = useChange(teamsContract.removeMember)
  return {
    isBusy: update.isPending || remove.isPending,
    inviteAgain: () =>
      update.mutate(
        { params: { id: team }, body: { users: [name] } },
        { onError, onSuccess: () => toast(t('invite.again_done', { name })) },
      ),
    withdraw: async () => {
      const question = { title: t('invite.withdraw_title', { name }), text: t('invite.withdraw_text'), action: t('invite.withdraw') }
      if (!(await confirm(question))) return
      remove.mutate({ params: { team_id: team, user_id: id } }, { onError, onSuccess: () => toast(t('invite.withdrawn', { name })) })
    },
  }
}
