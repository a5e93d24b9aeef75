import { useChange } from '#kit/web/change.ts'
import { confirm } from '#ui/confirm.ts'
import { type Team, teamsContract } from '../contract.ts'
import { showResult } from './show-result.ts'
import { t } from './texts.ts'

/** Changes an open invitation. @param team the team's id */
export function useOpenInvitation(team: string, { id, email: name }: Team['pending_users'][number]) {
  const update = useChange(teamsContract.updateTeam)
  const remove = useChange(teamsContract.removeMember)
  return {
    isBusy: update.isPending || remove.isPending,
    inviteAgain: () => showResult(update.mutateAsync({ params: { id: team }, body: { users: [name] } }), t('invite.again_done', { name })),
    withdraw: async () => {
      const question = { title: t('invite.withdraw_title', { name }), text: t('invite.withdraw_text'), action: t('invite.withdraw') }
      if (await confirm(question))
        await showResult(remove.mutateAsync({ params: { team_id: team, user_id: id } }), t('invite.withdrawn', { name }))
    },
  }
}
