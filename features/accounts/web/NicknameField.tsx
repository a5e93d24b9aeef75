import { useState } from 'react'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { hasNicknameCharacters, isReserved, nicknameMaxLength, nicknameMinLength } from '../rules.ts'
import { t } from './texts.ts'

interface NicknameFieldProps {
  nickname: string
  onChange: (nickname: string) => void
  error: string | undefined
}

const nicknameHelp = () => t('nickname.help', { min: nicknameMinLength, max: nicknameMaxLength })

/** Returns a client-side error of a username; undefined if empty. */
export function nicknameProblem(typed: string): string | undefined {
  const nickname = typed.trim()
  if (nickname === '') return undefined
  if (!hasNicknameCharacters(nickname)) return t('errors.nickname_characters')
  if (nickname.length < nicknameMinLength) return nicknameHelp()
  return isReserved(nickname) ? t('errors.nickname_reserved') : undefined
}

/** Shows errors of a username on blur. */
export function NicknameField({ nickname, onChange, error }: NicknameFieldProps) {
  const [wasLeft, setWasLeft] = useState(false)
  const problem = wasLeft ? nicknameProblem(nickname) : undefined
  return (
    <Field label={t('nickname.label')} help={nicknameHelp()} wrong={problem} error={error}>
      <TextInput
        name="nickname"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={nicknameMaxLength}
        value={nickname}
        onBlur={() => setWasLeft(true)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}
