import { useState } from 'react'
import { formText } from '#kit/web/form.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { limits } from '../rules.ts'
import { t } from './texts.ts'

interface NewSuspension {
  reason: string
  until: string | null
}

/** Asks for reason and end, and shows the number of affected users. @param count number of users */
export function SuspendDialog({ count, close }: CloseProps<NewSuspension> & { count: number }) {
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
        close({ reason: reason.trim(), until: day === '' ? null : new Date(`${day}T23:59:59`).toISOString() })
      }}
    >
      <Field label={t('user.reason')} limit={limits.reason}>
        <TextArea name="reason" value={reason} onChange={({ currentTarget }) => setReason(currentTarget.value)} />
      </Field>
      <Field label={t('user.until')}>
        <TextInput name="until" type="date" />
      </Field>
    </FormDialog>
  )
}
