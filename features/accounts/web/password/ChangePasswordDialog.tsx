import { useState } from 'react'
import { formErrors, unshownErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { Button } from '#ui/Button.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { PasswordInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { accountsContract } from '../../contract.ts'
import { NewPasswordFields } from '../NewPasswordFields.tsx'
import { joinSentences } from '../FormErrorAlert.tsx'
import { t } from '../texts.ts'

const shownFields = ['old_password', 'password']

interface ChangePasswordDialogProps extends CloseProps {
  /** Opens the reset for users who forgot the old password. */
  onForgot: () => void
}

export function ChangePasswordDialog({ onForgot, close }: ChangePasswordDialogProps) {
  const change = useChange(accountsContract.changePassword)
  const [form, setForm] = useState({ old: '', password: '', confirmation: '' })
  const fieldErrors = formErrors(change.error).fields
  const others = change.error ? unshownErrors(change.error, shownFields) : []

  return (
    <FormDialog
      title={t('password.change.title')}
      text={t('password.change.text')}
      submit={t('password.change.submit')}
      busy={change.isPending}
      error={others.length > 0 ? joinSentences([t('password.change.failed'), ...others]) : undefined}
      disabled={!form.old || !form.password || form.password !== form.confirmation}
      onSubmit={() =>
        change.mutate(
          { body: { old_password: form.old, password: form.password, password_confirmation: form.confirmation } },
          {
            onSuccess: () => {
              toast(t('password.change.done'))
              close()
            },
          },
        )
      }
    >
      <Field
        label={t('password.old')}
        error={fieldErrors['old_password']}
        aside={
          <Button
            kind="text"
            size="s"
            onClick={() => {
              close()
              onForgot()
            }}
          >
            {t('login.forgot')}
          </Button>
        }
      >
        <PasswordInput
          name="old_password"
          autoComplete="current-password"
          value={form.old}
          onChange={(event) => setForm({ ...form, old: event.currentTarget.value })}
        />
      </Field>
      <NewPasswordFields
        label={t('password.new')}
        password={form.password}
        confirmation={form.confirmation}
        error={fieldErrors['password']}
        onChange={(part) => setForm({ ...form, ...part })}
      />
    </FormDialog>
  )
}
