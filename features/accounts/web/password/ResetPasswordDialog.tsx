import { FormDialog } from '#ui/FormDialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { toast } from '#ui/toasts.ts'
import { NewPasswordFields, HiddenUsernameField } from '../NewPasswordFields.tsx'
import { t } from '../texts.ts'
import { type PasswordReset, usePasswordReset } from './usePasswordReset.ts'

/** Sets a new password with an emailed link. */
export function ResetPasswordDialog({ reset, close }: CloseProps & { reset: PasswordReset }) {
  const form = usePasswordReset(() => {
    toast(t('reset.done'))
    close()
  })
  return (
    <FormDialog
      title={t('reset.title')}
      text={t('reset.text')}
      submit={t('reset.submit')}
      busy={form.busy}
      disabled={form.disabled}
      error={form.problem}
      onSubmit={() => form.send(reset)}
    >
      <HiddenUsernameField email={reset.email} />
      <NewPasswordFields {...form.fields} />
    </FormDialog>
  )
}
