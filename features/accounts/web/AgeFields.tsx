import { Checkbox } from '#ui/toggles.tsx'
import { Field, FieldError } from '#ui/Field.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { accountAge, isBirthday, today } from '../rules.ts'
import { t } from './texts.ts'

/** Whether this age needs a guardian's consent. */
export const needsConsent = (birthday: string) => isBirthday(birthday) && accountAge(birthday) === 'guardian'

interface BirthdayFieldProps {
  birthday: string
  onChange: (birthday: string) => void
  help?: string
  error: string | undefined
}

export const BirthdayField = ({ birthday, onChange, help, error }: BirthdayFieldProps) => (
  <Field label={t('age.birthday')} help={help} error={error}>
    <TextInput
      name="birthday"
      type="date"
      autoComplete="bday"
      max={today()}
      value={birthday}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Field>
)

interface ConsentBoxProps {
  consent: boolean
  onChange: (consent: boolean) => void
  error: string | undefined
}

/** The consent checkbox for minors. */
export const ConsentCheckbox = ({ consent, onChange, error }: ConsentBoxProps) => (
  <div>
    <Checkbox checked={consent} aria-invalid={error !== undefined && !consent} onChange={(event) => onChange(event.currentTarget.checked)}>
      {t('age.consent')}
    </Checkbox>
    {error && !consent && <FieldError>{error}</FieldError>}
  </div>
)
