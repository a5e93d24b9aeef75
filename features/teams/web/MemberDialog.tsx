import type { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { toast } from '#ui/toasts.ts'
import { type Team, type TeamMember, teamsContract } from '../contract.ts'
import { memberName } from './members.ts'
import { t } from './texts.ts'

interface MemberDialogProps extends CloseProps {
  team: Team
  member: TeamMember
  /** True if the member is the user. */
  isYou: boolean
}

/** Actions of an admin on a member. Other users read that they have no permission. */
export function MemberDialog({ team: shownTeam, member: shownMember, isYou, close }: MemberDialogProps) {
  const { data: team = shownTeam } = useRead(teamsContract.getTeam, { params: { id: shownTeam.id } })
  const member = team.users.find(({ id }) => id === shownMember.id) ?? shownMember
  const name = memberName(member)
  const toggle = useChange(teamsContract.toggleAdmin)
  const remove = useChange(teamsContract.removeMember)
  const changeRole = useChange(teamsContract.setRole)
  const error: ApiError | null = toggle.error ?? remove.error ?? changeRole.error
  const isBusy = toggle.isPending || remove.isPending || changeRole.isPending
  const isSuggester = member.role === 'suggester'

  const setAdmin = (isAdmin: boolean) => {
    const message = isAdmin ? t('role.made', { name }) : isYou ? t('role.taken', { team: team.name }) : t('role.asked', { name })
    toggle.mutate(
      { params: { id: team.id }, body: { user_id: member.id, is_admin: isAdmin } },
      {
        onSuccess: () => {
          close()
          toast(message)
        },
      },
    )
  }
  const setRole = () =>
    changeRole.mutate(
      { params: { id: team.id }, body: { user_id: member.id, role: isSuggester ? 'member' : 'suggester' } },
      {
        onSuccess: () => {
          close()
          toast(t(isSuggester ? 'role.edits' : 'role.suggests', { name }))
        },
      },
    )
  async function confirmRemoval() {
    const question = { title: t('role.remove_title', { name }), text: t('role.remove_text', { name }), action: t('role.remove') }
    if (!(await confirm(question))) return
    remove.mutate(
      { params: { team_id: team.id, user_id: member.id } },
      {
        onSuccess: () => {
          close()
          toast(t('role.removed', { name }))
        },
      },
    )
  }

  return (
    <Dialog title={name} text={member.email === name ? undefined : member.email} width="s">
      {!team.is_admin ? (
        <Alert kind="note">{t('errors.admins_only')}</Alert>
      ) : (
        <>
          {error ? (
            <Alert>{error.message}</Alert>
          ) : (
            member.is_admin &&
            !isYou && <Alert kind="note">{t(member.is_admin_asked ? 'role.asked_text' : 'role.ask_text', { name })}</Alert>
          )}
          {isSuggester && !error && <Alert kind="note">{t('role.suggest_text')}</Alert>}
          <DialogActions>
            {!member.is_admin && !isYou && (
              <Button kind="danger" busy={remove.isPending} disabled={isBusy && !remove.isPending} onClick={() => void confirmRemoval()}>
                {t('role.remove')}
              </Button>
            )}
            {!member.is_admin && (
              <Button busy={changeRole.isPending} disabled={isBusy && !changeRole.isPending} onClick={setRole}>
                {t(isSuggester ? 'role.edit' : 'role.suggest')}
              </Button>
            )}
            {member.is_admin ? (
              <Button busy={toggle.isPending} disabled={isBusy && !toggle.isPending} onClick={() => setAdmin(false)}>
                {t('role.take')}
              </Button>
            ) : (
              <Button kind="accent" busy={toggle.isPending} disabled={isBusy && !toggle.isPending} onClick={() => setAdmin(true)}>
                {t('role.make')}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
