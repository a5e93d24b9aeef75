import { useState } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { formatList } from '#kit/web/format.ts'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { limits } from '../rules.ts'
import { type ParsedAddresses, parseAddresses } from './addresses.ts'
import { t } from './texts.ts'

/** An error names at most this many invalid words. */
const maxNamedAddresses = 3

function problemOf({ valid, invalid }: ParsedAddresses): string | undefined {
  if (invalid.length > 0) return t('invite.invalid', { count: invalid.length, list: formatList(invalid.slice(0, maxNamedAddresses)) })
  return valid.length > limits.invitationsPerHour ? t('invite.too_many', { count: limits.invitationsPerHour }) : undefined
}

/** Returns the server's errors about `users`, each with the address. */
function refusalOf(error: ApiError | null, { valid }: ParsedAddresses): string | undefined {
  const lines = Object.entries(error?.body.errors ?? {}).flatMap(([field, [problem]]) => {
    const [list, index] = field.split('.')
    if (list !== 'users' || problem === undefined) return []
    const email = index === undefined ? undefined : valid[Number(index)]
    return email === undefined ? [problem] : [t('invite.for_address', { email, problem })]
  })
  return lines.length > 0 ? lines.join(' ') : undefined
}

/** Returns the names of the errors that an {@link AddressesField} shows. */
export const addressErrors = (error: ApiError | null): string[] =>
  Object.keys(error?.body.errors ?? {}).filter((field) => field.split('.')[0] === 'users')

/**
 * Returns the state of an {@link AddressesField}. `read` returns the addresses; if one is invalid or there are too many, `read` shows an error
 * and returns undefined.
 * @param error of the last call
 */
export function useAddresses(error: ApiError | null) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const parsed = parseAddresses(text)
  return {
    isEmpty: text.trim() === '',
    read: (): readonly string[] | undefined => {
      const problem = problemOf(parsed)
      setWrong(problem)
      return problem === undefined ? parsed.valid : undefined
    },
    field: {
      text,
      wrong,
      error: refusalOf(error, parsed),
      onChange: (text: string) => {
        setText(text)
        setWrong(undefined)
      },
    },
  }
}

type AddressesFieldProps = ReturnType<typeof useAddresses>['field'] & { label: string }

/** A field for email addresses. */
export const AddressesField = ({ label, text, onChange, wrong, error }: AddressesFieldProps) => (
  <Field label={label} help={t('invite.help')} wrong={wrong} error={error}>
    <TextArea
      rows={2}
      value={text}
      placeholder={t('invite.placeholder')}
      inputMode="email"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Field>
)
