import { useState } from 'react'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { PasswordInput } from '#ui/inputs.tsx'
import { Slot } from '#shell/Slot.tsx'
import { appSubject } from '#shell/subjects.ts'
import { dataRightsContract } from '../contract.ts'
import { deletionDelayDays } from '../rules.ts'
import { t } from './texts.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Other features show further consequences of the deletion here. */
    'deletion.note': 'app'
  }
}

/** Asks for the password again, in case another person uses the device. */
export function DeletionDialog({ close }: CloseProps) {
  const ask = useChange(dataRightsContract.askDeletion)
  const [password, setPassword] = useState('')
  const { message, fields } = formErrors(ask.error, ['password'])
  return (
    <FormDialog
      title={t('deletion.ask')}
      text={t('deletion.ask_text', { days: deletionDelayDays })}
      width="s"
      submit={t('deletion.submit')}
      busy={ask.isPending}
      error={message}
      disabled={!password}
      cancel={t('deletion.not')}
      onSubmit={() =>
        // The screen behind the dialog shows the date.
        ask.mutate({ body: { password } }, { onSuccess: () => close() })
      }
    >
      <Slot name="deletion.note" subject={appSubject} />
      <Field label={t('deletion.password')} error={fields['password']}>
        <PasswordInput name="password" value={password} onChange={({ currentTarget }) => setPassword(currentTarget.value)} />
      </Field>
    </FormDialog>
  )
}
