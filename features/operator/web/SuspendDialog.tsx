import { useState } from 'react'
import { formText } from '#kit/web/form.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { PasswordInput, TextArea, TextInput } from '#ui/inputs.tsx'
import { limits } from '../rules.ts'
import { t } from './texts.ts'

interface NewSuspension {
  suspension: { reason: string; until: string | null }
  /** The password of the acting operator; undefined if not asked for, or left empty. */
  password?: string
}

interface SuspendDialogProps extends CloseProps<NewSuspension> {
  /** Number of affected users. */
  count: number
  /** Whether to ask for the acting operator's password, as for the suspension of an operator. */
  asksPassword?: boolean
}

/** Asks for reason and end, and shows the number of affected users. */
export function SuspendDialog({ count, asksPassword = false, close }: SuspendDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={t('users.suspend')}
      text={t('user.suspend_text', { count })}
      width="s"
      submit={t('users.suspend')}
      busy={false}
      disabled={reason.trim() === ''}
      onSubmit={(form) => {
        const day = formText(form, 'until')
        const suspension = { reason: reason.trim(), until: day === '' ? null : new Date(`${day}T23:59:59`).toISOString() }
        const password = asksPassword ? formText(form, 'password') : ''
        close({ suspension, ...(password && { password }) })
      }}
    >
      <Field label={t('user.reason')} limit={limits.reason}>
        <TextArea name="reason" value={reason} onChange={({ currentTarget }) => setReason(currentTarget.value)} />
      </Field>
      <Field label={t('user.until')}>
        <TextInput name="until" type="date" />
      </Field>
      {asksPassword && (
        <Field label={t('user.password')} help={t('user.password_help')}>
          <PasswordInput name="password" />
        </Field>
      )}
    </FormDialog>
  )
}
