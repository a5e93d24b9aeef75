import { useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { SegmentedControl } from '#ui/choices.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { PasswordInput, TextInput } from '#ui/inputs.tsx'
import { type OperatorUser, operatorContract } from '../contract.ts'
import { t } from './texts.ts'

const roleNames = ['none', 'moderator', 'operator'] as const

/** Changes a role. The operator's own password is needed if the login isn't recent. */
export function RoleDialog({ user: { id, role }, close }: CloseProps & { user: OperatorUser }) {
  const change = useChange(operatorContract.updateUser)
  const [chosen, setChosen] = useState<(typeof roleNames)[number]>(role ?? 'none')
  const { message, fields } = formErrors(change.error, ['password', 'reason'])
  return (
    <FormDialog
      title={t('user.change_role')}
      text={t('user.role_text')}
      width="s"
      submit={t('user.save')}
      busy={change.isPending}
      error={message}
      filled={chosen !== (role ?? 'none')}
      onSubmit={(form) => {
        const body = {
          role: chosen === 'none' ? null : chosen,
          password: formText(form, 'password'),
          reason: formText(form, 'reason'),
        }
        change.mutate({ params: { id }, body }, { onSuccess: () => close() })
      }}
    >
      <SegmentedControl
        label={t('user.role')}
        options={roleNames.map((value) => ({ value, name: t(`role.${value}`) }))}
        value={chosen}
        onChange={setChosen}
      />
      <Field label={t('user.password')} help={t('user.password_help')} error={fields['password']}>
        <PasswordInput name="password" />
      </Field>
      <Field label={t('user.reason')} error={fields['reason']}>
        <TextInput name="reason" maxLength={1000} />
      </Field>
    </FormDialog>
  )
}
