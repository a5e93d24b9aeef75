import { type ClipboardEvent, useEffect, useState } from 'react'
import { Field } from '#ui/Field.tsx'
import { linkSimple } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { t } from '../../texts.ts'
import { completeLink, isValidLink, parseLinks, type ParsedLinks } from '../../links.ts'

/** Debounce of the check, in ms. */
const checkDelayMs = 10
/** An input event that adds more than this many characters counts as a paste. */
const minPastedLength = 8

interface LinkFieldProps {
  value: string
  onChange: (value: string) => void
  /** Called when the link is complete: it was pasted, or the field lost the focus. */
  onDone: (link: string) => void
  /** Called when several links were pasted, or a link with lines that have no link. */
  onLinksPasted: (pasted: ParsedLinks) => void
  /** The server's error on the address. */
  wrong?: string | undefined
  /** The server's error on adding the link. */
  error?: string | undefined
  help?: string | undefined
  /** Disabled while another source is chosen. */
  disabled: boolean
}

/** The address of an item, checked while typing. */
export function LinkField({ value, onChange, onDone, onLinksPasted: onSeveral, wrong: refused, error, help, disabled }: LinkFieldProps) {
  const [checked, setChecked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setChecked(value), checkDelayMs)
    return () => clearTimeout(timer)
  }, [value])
  const linkError = checked !== '' && checked === value && !isValidLink(value) ? t('add.link_invalid') : refused

  /** Handles a pasted text with several links, or with a link and lines without one. Returns false for any other text. */
  const parseSeveral = (text: string) => {
    const pasted = parseLinks(text)
    const { links, others } = pasted
    if (links.length === 0 || links.length + others.length < 2) return false
    onSeveral(pasted)
    return true
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text').trim()
    const { selectionStart: from, selectionEnd: to } = event.currentTarget
    const replacesAll = (to ?? 0) - (from ?? 0) === value.length
    // Whether the text is pasted directly after a valid link. The text is then a second link.
    const follows = from === value.length && isValidLink(value)
    if (parseSeveral(follows ? `${completeLink(value)} ${text}` : text)) event.preventDefault()
    else if (replacesAll && isValidLink(text)) {
      event.preventDefault()
      onChange(text)
      onDone(text)
    }
  }

  return (
    <Field label={t('add.link')} wrong={linkError} error={error} help={help}>
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
          if (parseSeveral(text)) return
          onChange(text)
          // Handles pastes by phone keyboards, which insert clipboard suggestions without a paste event.
          if (text.length - value.length > minPastedLength && isValidLink(text)) onDone(text)
        }}
        onBlur={() => isValidLink(value) && onDone(value)}
        onClear={() => onChange('')}
      />
    </Field>
  )
}
