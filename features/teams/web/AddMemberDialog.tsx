import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Checkbox } from '#ui/toggles.tsx'
import { toast } from '#ui/toasts.ts'
import { teamsContract } from '../contract.ts'
import { addressErrors, AddressesField, useAddresses } from './AddressesField.tsx'
import { t } from './texts.ts'

/** Invites people by email address. A list of addresses can be pasted. @param team the team's id */
export function AddMemberDialog({ team, close }: CloseProps & { team: string }) {
  const update = useChange(teamsContract.updateTeam)
  const addresses = useAddresses(update.error)
  const { message } = formErrors(update.error, addressErrors(update.error))

  const send = (form: FormData) => {
    const users = addresses.read()
    if (users === undefined) return
    update.mutate(
      { params: { id: team }, body: { users: [...users], ...(form.has('suggesters') && { role: 'suggester' }) } },
      {
        onSuccess: () => {
          close()
          toast(t('invite.done', { count: users.length }))
        },
      },
    )
  }

  return (
    <FormDialog
      title={t('invite.title')}
      submit={t('invite.submit')}
      onSubmit={send}
      busy={update.isPending}
      disabled={addresses.isEmpty}
      error={message}
    >
      <AddressesField label={t('invite.label')} {...addresses.field} />
      <Checkbox name="suggesters">{t('invite.as_suggesters')}</Checkbox>
    </FormDialog>
  )
}
