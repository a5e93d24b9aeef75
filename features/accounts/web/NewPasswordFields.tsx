import { useState } from 'react'
import { Field } from '#ui/Field.tsx'
import { PasswordInput } from '#ui/inputs.tsx'
import { passwordMinLength } from '../rules.ts'
import { t } from './texts.ts'
import css from './entry/form.module.css'

interface NewPasswordFieldsProps {
  /** Label of the first field. */
  label: string
  password: string
  confirmation: string
  onChange: (part: { password: string } | { confirmation: string }) => void
  error: string | undefined
}

/** New password with confirmation. Shows a mismatch on blur, or as soon as further typing can't fix it. */
export function NewPasswordFields({ label, password, confirmation, onChange, error }: NewPasswordFieldsProps) {
  const [wasLeft, setWasLeft] = useState(false)
  const isDifferent = confirmation !== password && confirmation !== '' && (wasLeft || !password.startsWith(confirmation))
  return (
    <div className={css.pair}>
      <Field label={label} help={t('password.help', { count: passwordMinLength })} error={error}>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('password.again')} wrong={isDifferent ? t('errors.passwords_differ') : undefined}>
        <PasswordInput
          name="password_confirmation"
          autoComplete="new-password"
          value={confirmation}
          onBlur={() => setWasLeft(true)}
          onChange={(event) => onChange({ confirmation: event.currentTarget.value })}
        />
      </Field>
    </div>
  )
}

/** Hidden username field for password managers. */
export const HiddenUsernameField = ({ email }: { email: string }) => (
  <input
    className={css.unseen}
    type="email"
    name="username"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
