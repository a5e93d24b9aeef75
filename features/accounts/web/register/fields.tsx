import { useState } from 'react'
import { Checkbox } from '#ui/toggles.tsx'
import { Field, FieldError } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { lockSimple } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { paths } from '#shell/paths.ts'
import { BirthdayField, ConsentCheckbox, needsConsent } from '../AgeFields.tsx'
import css from '../entry/form.module.css'
import { NewPasswordFields } from '../NewPasswordFields.tsx'
import { t } from '../texts.ts'
import { type SignUpFormProps, hasEmail } from './form.ts'

interface EmailFieldProps extends SignUpFormProps {
  /** Whether the email can't be changed, because the emailed link sets it. */
  locked?: boolean
  error?: string | undefined
}

export function EmailField({ form, fill, locked = false, error }: EmailFieldProps) {
  const [wasLeft, setWasLeft] = useState(false)
  const isInvalid = wasLeft && form.email !== '' && !hasEmail(form)
  return (
    <Field
      label={t('register.email')}
      help={locked && t('register.email_locked')}
      wrong={isInvalid ? t('errors.email_invalid') : undefined}
      error={error}
    >
      <TextInput
        name="email"
        type="email"
        inputMode="email"
        autoComplete={locked ? 'username' : 'email'}
        autoCapitalize="none"
        spellCheck={false}
        value={form.email}
        readOnly={locked}
        after={locked && <Icon icon={lockSimple} size={20} />}
        onBlur={() => setWasLeft(true)}
        onChange={(event) => fill({ email: event.currentTarget.value })}
      />
    </Field>
  )
}

/** The invitation, while registration needs one. */
export const InvitationField = ({ form, fill, error }: SignUpFormProps & { error: string | undefined }) => (
  <Field label={t('register.invitation.label')} help={t('register.invitation.help')} error={error}>
    <TextInput
      name="invitation"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={500}
      value={form.invitation}
      onChange={(event) => fill({ invitation: event.currentTarget.value })}
    />
  </Field>
)

interface PersonFieldsProps extends SignUpFormProps {
  errors: Readonly<Record<string, string>>
}

export const PasswordAndAgeFields = ({ errors, ...filling }: PersonFieldsProps) => (
  <>
    <NewPasswordFields
      label={t('password.label')}
      password={filling.form.password}
      confirmation={filling.form.confirmation}
      onChange={filling.fill}
      error={errors['password']}
    />
    <AgeFields {...filling} errors={errors} />
  </>
)

/** Optional birthday; minors need consent. */
const AgeFields = ({ form, fill, errors }: PersonFieldsProps) => (
  <>
    <BirthdayField
      birthday={form.birthday}
      onChange={(birthday) => fill({ birthday })}
      help={t('register.birthday_help')}
      error={errors['birthday']}
    />
    {needsConsent(form.birthday) && (
      <ConsentCheckbox consent={form.consent} onChange={(consent) => fill({ consent })} error={errors['guardian_consent']} />
    )}
  </>
)

/** The policies open in a new tab, so that input isn't lost. */
const policyLink = (href: string, words: string) => (
  <a key={href} className={css.link} href={href} target="_blank" referrerPolicy="same-origin">
    {words}
  </a>
)

export function TermsCheckbox({ form, fill, error }: SignUpFormProps & { error: string | undefined }) {
  const [touched, setTouched] = useState(false)
  const problem = form.terms ? undefined : touched ? t('errors.terms_required') : error
  return (
    <div>
      <Checkbox
        checked={form.terms}
        aria-invalid={problem !== undefined}
        onChange={(event) => {
          setTouched(true)
          fill({ terms: event.currentTarget.checked })
        }}
      >
        {t.rich('register.terms', {
          terms: policyLink(paths.terms(), t('register.terms_link')),
          privacy: policyLink(paths.privacy(), t('register.privacy_link')),
        })}
      </Checkbox>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  )
}
