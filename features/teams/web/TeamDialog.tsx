import { useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog, useIsStillOpen } from '#ui/FormDialog.tsx'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { type ChangedPicture, PictureField } from '#features/media/web/PictureField.tsx'
import { type Team, teamsContract } from '../contract.ts'
import { limits } from '../rules.ts'
import { addressErrors, AddressesField, useAddresses } from './AddressesField.tsx'
import { t } from './texts.ts'

const shownErrors = ['name', 'description', 'logo']

/** Creates a team and invites its first members, or edits a team. @param team null for a new team */
export function TeamDialog({ team, close }: CloseProps & { team: Team | null }) {
  const go = useGo()
  const isStillOpen = useIsStillOpen()
  const create = useChange(teamsContract.createTeam)
  const update = useChange(teamsContract.updateTeam)
  const error = create.error ?? update.error
  const addresses = useAddresses(create.error)
  const [logo, setLogo] = useState<ChangedPicture>(null)
  const { message, fields } = formErrors(error, [...shownErrors, ...addressErrors(error)])

  function save(form: FormData) {
    const users = addresses.read()
    if (users === undefined) return
    const body = { name: formText(form, 'name'), description: formText(form, 'description') }
    if (team) {
      const onSuccess = ({ name }: Team) => {
        close()
        toast(t('form.saved', { name }))
      }
      update.mutate({ params: { id: team.id }, body: { ...body, ...(logo !== null && { logo: logo || null }) } }, { onSuccess })
      return
    }
    create.mutate(
      { body: { ...body, ...(logo && { logo }), ...(users.length > 0 && { users: [...users] }) } },
      {
        onSuccess: ({ id, name }) => {
          const wasOpen = isStillOpen()
          close()
          toast(t('form.created', { name }))
          if (wasOpen) go(paths.teams({ teamId: id }))
        },
      },
    )
  }

  return (
    <FormDialog
      title={t(team ? 'team.edit' : 'form.create')}
      submit={t(team ? 'form.save' : 'form.create')}
      onSubmit={save}
      busy={create.isPending || update.isPending}
      error={message}
    >
      <Field label={t('form.name')} limit={limits.name} error={fields['name']}>
        <TextInput name="name" defaultValue={team?.name} autoComplete="off" required />
      </Field>
      <Field label={t('form.description')} limit={limits.description} error={fields['description']}>
        <TextArea name="description" defaultValue={team?.description} />
      </Field>
      <PictureField
        id={team?.id ?? ''}
        name={team?.name ?? ''}
        label={t('form.logo')}
        stored={team?.logo ?? null}
        changed={logo}
        onChange={setLogo}
        remove={t('form.logo_remove')}
        error={fields['logo']}
      />
      {!team && <AddressesField label={t('form.members')} {...addresses.field} />}
    </FormDialog>
  )
}
