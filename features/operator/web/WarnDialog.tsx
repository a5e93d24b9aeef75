import { useChange } from '#kit/web/change.ts'
import { formText } from '#kit/web/form.ts'
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
  const done = () => {
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
      error={message}
      onSubmit={(form) => warn.mutate({ params: { id }, body: { text: formText(form, 'text') } }, { onSuccess: done })}
    >
      <Field label={t('user.warning')} error={fields['text']} limit={limits.warning}>
        <TextArea name="text" />
      </Field>
    </FormDialog>
  )
}
