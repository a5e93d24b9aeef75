import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { Field } from '../Field.tsx'
import { linkSimple } from '../icons.ts'
import { TextInput } from '../inputs.tsx'
import { t } from '../texts.ts'
import css from '../ImageField.module.css'

interface AddressEntryProps {
  address: string
  onType: (address: string) => void
  onFetch: () => void
  busy: boolean
  /** Why nothing came from the address. */
  wrong: string | undefined
}

/** Where a picture's address is typed. Enter fetches it, and doesn't send the form around it. */
export function AddressEntry({ address, onType, onFetch, busy, wrong }: AddressEntryProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isEmpty, setIsEmpty] = useState(address.trim() === '')
  // It was asked for: one goes on in it.
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const fetchOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!isEmpty && !busy) onFetch()
  }
  return (
    <div ref={place} className={css.address}>
      <Field label={t('image.address')} wrong={wrong}>
        <TextInput
          value={address}
          icon={linkSimple}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          after={
            <Button className={css.fetch} kind="text" size="s" busy={busy} disabled={isEmpty} onClick={onFetch}>
              {t('image.fetch')}
            </Button>
          }
          onChange={(event) => {
            setIsEmpty(event.currentTarget.value.trim() === '')
            onType(event.currentTarget.value)
          }}
          onKeyDown={fetchOnEnter}
        />
      </Field>
    </div>
  )
}
