import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { type ChangedPicture, PictureField } from '#features/media/web/PictureField.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { Chip, Chips } from '#ui/chips.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { tag as tagIcon, televisionSimple } from '#ui/icons.ts'
import type { PlaylistTile } from '../../contract.ts'
import { limits } from '../../limits.ts'
import { truncateTag, t } from '../texts.ts'
import { tidyTags } from '../../input-rules.ts'

interface ChannelFieldsProps {
  /** Undefined for a new channel. */
  channel?: PlaylistTile
  tags: readonly string[]
  onTags: (tags: string[]) => void
  icon: ChangedPicture
  onIcon: (icon: ChangedPicture) => void
  errors: Readonly<Record<string, string>>
  /** Content between the name and the other fields. */
  children?: ReactNode
}

/** Fields that show their own errors. */
export const channelFields = ['name', 'description', 'icon', 'tags']

/**
 * Name, description, icon and tags of a channel. Name and description are fields of the form; the dialog keeps the icon and tags as state.
 */
export const ChannelFields = ({ channel, tags, onTags, icon, onIcon, errors, children }: ChannelFieldsProps) => (
  <>
    <Field label={t('fields.name')} limit={limits.name} error={errors['name']}>
      <TextInput name="name" defaultValue={channel?.name} autoComplete="off" required />
    </Field>
    {children}
    <PictureField
      id={channel?.id ?? ''}
      name={channel?.name ?? ''}
      label={t('fields.icon')}
      stored={channel?.icon ?? null}
      changed={icon}
      onChange={onIcon}
      remove={t('fields.icon_remove')}
      tooBig={t('fields.icon_too_big')}
      error={errors['icon']}
    >
      {channel ? undefined : () => <IconDisc icon={televisionSimple} size={72} />}
    </PictureField>
    <Field label={t('fields.description')} error={errors['description']}>
      <TextArea name="description" defaultValue={channel?.description} maxLength={limits.text} />
    </Field>
    <TagsField tags={tags} onChange={onTags} error={errors['tags']} />
  </>
)

/** Converts tags for a request. An empty list becomes '', because a form can't send an empty list. */
export const tagsBody = (tags: readonly string[]) => (tags.length > 0 ? [...tags] : ('' as const))

interface TagsFieldProps {
  tags: readonly string[]
  onChange: (tags: string[]) => void
  error?: string | undefined
}

/** Edits tags. Enter or a comma ends a tag. */
function TagsField({ tags, onChange, error }: TagsFieldProps) {
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const next = tidyTags([...tags, ...text.split(',')])
    if (next.length > tags.length) onChange(next)
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Enter ends a tag instead of submitting the form.
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1))
  }
  return (
    <Field label={t('fields.tags')} help={t('fields.tags_help')} error={error}>
      {tags.length > 0 && (
        <Chips>
          {tags.map((tag) => (
            <Chip key={tag} label={t('fields.tag_remove', { tag })} onRemove={() => onChange(tags.filter((item) => item !== tag))}>
              {truncateTag(tag)}
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
