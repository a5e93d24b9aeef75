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
  /** Why the fetch failed. */
  wrong: string | undefined
}

/** Input for a picture URL. Enter fetches it without submitting the surrounding form. */
export function AddressEntry({ address, onType, onFetch, busy, wrong }: AddressEntryProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isEmpty, setIsEmpty] = useState(address.trim() === '')
  // Opened by the user, so it takes the focus.
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
