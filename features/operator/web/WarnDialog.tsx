import { useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { operatorContract } from '../contract.ts'
import { limits } from '../rules.ts'
import { t } from './texts.ts'

/** Warns a user. */
export function WarnDialog({ id, close }: CloseProps & { id: string }) {
  const warn = useChange(operatorContract.warnUser)
  const { message, fields } = formErrors(warn.error, ['text'])
  const [text, setText] = useState('')
  const onSuccess = () => {
    toast(t('user.warned'))
    close()
  }
  return (
    <FormDialog
      title={t('user.warn')}
      text={t('user.warn_text')}
      width="s"
      submit={t('user.warn')}
      busy={warn.isPending}
      disabled={text.trim() === ''}
      error={message}
      onSubmit={() => warn.mutate({ params: { id }, body: { text: text.trim() } }, { onSuccess: onSuccess })}
    >
      <Field label={t('user.warning')} error={fields['text']} limit={limits.warning}>
        <TextArea name="text" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      </Field>
    </FormDialog>
  )
}
