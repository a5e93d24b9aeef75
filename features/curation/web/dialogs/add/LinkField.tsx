import { type ClipboardEvent, useEffect, useState } from 'react'
import { Field } from '#ui/Field.tsx'
import { linkSimple } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { t } from '../../texts.ts'
import { completeLink, isGoodLink, linksIn, type Pasted } from '../../clipboard/links.ts'

/** ms of rest before what was typed is checked. */
const checkAfter = 10
/** More characters at once than anybody types. */
const pastedLength = 8

interface LinkFieldProps {
  value: string
  onChange: (value: string) => void
  /** The link is whole: it was pasted, or one goes on to the next field. */
  onDone: (link: string) => void
  /** Several links were pasted at once, or a link among other lines. */
  onSeveral: (pasted: Pasted) => void
  /** What the server has against the address. */
  wrong?: string | undefined
  /** What it had against adding it. */
  error?: string | undefined
  help?: string | undefined
  /** Something else is being added. */
  disabled: boolean
}

/** The address of an item. It is checked while it is typed. */
export function LinkField({ value, onChange, onDone, onSeveral, wrong: refused, error, help, disabled }: LinkFieldProps) {
  const [checked, setChecked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setChecked(value), checkAfter)
    return () => clearTimeout(timer)
  }, [value])
  const wrong = checked !== '' && checked === value && !isGoodLink(value) ? t('add.link_invalid') : refused

  /** True when the text holds more than one link, or other lines beside it. */
  const takeSeveral = (text: string) => {
    const pasted = linksIn(text)
    const { links, others } = pasted
    if (links.length === 0 || links.length + others.length < 2) return false
    onSeveral(pasted)
    return true
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text').trim()
    const { selectionStart: from, selectionEnd: to } = event.currentTarget
    const replacesAll = (to ?? 0) - (from ?? 0) === value.length
    // Another link behind the one that is there already makes two.
    const follows = from === value.length && isGoodLink(value)
    if (takeSeveral(follows ? `${completeLink(value)} ${text}` : text)) event.preventDefault()
    else if (replacesAll && isGoodLink(text)) {
      event.preventDefault()
      onChange(text)
      onDone(text)
    }
  }

  return (
    <Field label={t('add.link')} wrong={wrong} error={error} help={help}>
      <TextInput
        icon={linkSimple}
        type="url"
        inputMode="url"
        value={value}
        disabled={disabled}
        placeholder="https://"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        onPaste={onPaste}
        onChange={({ currentTarget: { value: text } }) => {
          if (takeSeveral(text)) return
          onChange(text)
          // Keyboards of phones put what was copied in without a paste.
          if (text.length - value.length > pastedLength && isGoodLink(text)) onDone(text)
        }}
        onBlur={() => isGoodLink(value) && onDone(value)}
        onClear={() => onChange('')}
      />
    </Field>
  )
}
