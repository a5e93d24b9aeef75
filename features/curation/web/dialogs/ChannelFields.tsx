import type { ReactNode } from 'react'
import { pictureMaxBytes } from '#features/media/contract.ts'
import { fetchPicture } from '#features/media/web/fetch-picture.ts'
import { Field } from '#ui/Field.tsx'
import { ImageField } from '#ui/ImageField.tsx'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { limits } from '../../limits.ts'
import { t } from '../texts.ts'
import { TagsField } from './TagsField.tsx'

interface ChannelFieldsProps {
  name?: string
  description?: string
  tags: readonly string[]
  onTags: (tags: string[]) => void
  /** What stands for the channel until a file is chosen. */
  icon: ReactNode
  onIcon: (file: File | null) => void
  /** Beside the icon: taking it away. */
  iconAside?: ReactNode
  errors: Readonly<Record<string, string>>
  /** Between the name and the rest. */
  children?: ReactNode
}

/** The fields of it that show what is wrong with them. */
export const channelFields = ['name', 'description', 'icon', 'tags']

/** What a channel is called, looks like and is about: fields `name` and `description` of the form; the rest is held by the dialog. */
export const ChannelFields = ({
  name = '',
  description = '',
  tags,
  onTags,
  icon,
  onIcon,
  iconAside,
  errors,
  children,
}: ChannelFieldsProps) => (
  <>
    <Field label={t('fields.name')} limit={limits.name} error={errors['name']}>
      <TextInput name="name" defaultValue={name} autoComplete="off" required />
    </Field>
    {children}
    <ImageField
      label={t('fields.icon')}
      current={icon}
      replaces={Boolean(iconAside)}
      limit={pictureMaxBytes}
      fetchPicture={fetchPicture}
      tooBig={t('fields.icon_too_big')}
      help={iconAside}
      onChoose={onIcon}
      error={errors['icon']}
    />
    <Field label={t('fields.description')} error={errors['description']}>
      <TextArea name="description" defaultValue={description} maxLength={limits.text} />
    </Field>
    <TagsField tags={tags} onChange={onTags} error={errors['tags']} />
  </>
)

/** Tags as a call takes them: a form can't say "an empty list". */
export const tagsBody = (tags: readonly string[]) => (tags.length > 0 ? [...tags] : ('' as const))
