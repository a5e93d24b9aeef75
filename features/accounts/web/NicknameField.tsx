import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { nicknameMaxLength, nicknameMinLength } from '../rules.ts'
import { t } from './texts.ts'

interface NicknameFieldProps {
  nickname: string
  onChange: (nickname: string) => void
  refused: string | undefined
}

export const NicknameField = ({ nickname, onChange, refused }: NicknameFieldProps) => (
  <Field label={t('nickname.label')} help={t('nickname.help', { min: nicknameMinLength, max: nicknameMaxLength })} error={refused}>
    <TextInput
      name="nickname"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={nicknameMaxLength}
      value={nickname}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Field>
)
