import { type KeyboardEvent, useState } from 'react'
import { Chip, Chips } from '#ui/chips.tsx'
import { Field } from '#ui/Field.tsx'
import { tag as tagIcon } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { tidyTags } from '../../input-rules.ts'
import { limits } from '../../limits.ts'
import { shownTag, t } from '../texts.ts'

interface TagsFieldProps {
  tags: readonly string[]
  onChange: (tags: string[]) => void
  error?: string | undefined
}

/** Words that say what a thing is about: Enter or a comma ends one. */
export function TagsField({ tags, onChange, error }: TagsFieldProps) {
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const next = tidyTags([...tags, ...text.split(',')])
    if (next.length > tags.length) onChange(next)
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // It ends a tag, never the form.
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1))
  }
  return (
    <Field label={t('fields.tags')} help={t('fields.tags_help')} error={error}>
      {tags.length > 0 && (
        <Chips>
          {tags.map((tag) => (
            <Chip key={tag} label={t('fields.tag_remove', { tag })} onRemove={() => onChange(tags.filter((one) => one !== tag))}>
              {shownTag(tag)}
            </Chip>
          ))}
        </Chips>
      )}
      <TextInput
        icon={tagIcon}
        value={typed}
        maxLength={limits.tag}
        enterKeyHint="done"
        onKeyDown={onKeyDown}
        onBlur={() => add(typed)}
        onChange={({ currentTarget: { value } }) => (value.includes(',') ? add(value) : setTyped(value))}
      />
    </Field>
  )
}
