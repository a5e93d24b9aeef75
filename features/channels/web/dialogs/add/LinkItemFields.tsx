import { PictureField } from '#features/media/web/PictureField.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { PictureFrame } from '#ui/Picture.tsx'
import { SkeletonBlock } from '#ui/Skeleton.tsx'
import { limits } from '../../../limits.ts'
import { t } from '../../texts.ts'
import { videoSummary } from '../../VideoCardView.tsx'
import type { Draft, UserInput } from './useItemDraft.ts'
import type { LinkMetaState } from './useLinkMetas.ts'

interface LinkItemFieldsProps {
  link: string
  meta: LinkMetaState | undefined
  draft: Draft
  onChange: (input: UserInput) => void
  titleHelp: string | undefined
  /** Messages by field: `videos.0.title`. */
  errors: Partial<Record<string, string>>
}

/** Picture, title and description of the item that a single link becomes. */
export const LinkItemFields = ({ link, meta, draft, onChange, titleHelp, errors }: LinkItemFieldsProps) => (
  <>
    <PictureField
      id={link}
      name={draft.title || link}
      label={t('fields.picture')}
      shape="card"
      stored={null}
      changed={draft.image}
      onChange={(file) => onChange({ image: file || undefined })}
      tooBig={t('fields.icon_too_big')}
      help={meta?.found ? videoSummary(meta.found) : meta?.coming ? t('add.looking') : undefined}
      error={errors['videos.0.image']}
    >
      {meta?.coming && renderPlaceholder}
    </PictureField>
    <TitleField value={draft.title} onChange={(title) => onChange({ title })} help={titleHelp} error={errors['videos.0.title']} />
    <Field label={t('fields.description')} error={errors['videos.0.description']}>
      <TextArea
        value={draft.description}
        maxLength={limits.text}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </Field>
  </>
)

const renderPlaceholder = () => (
  <PictureFrame>
    <SkeletonBlock height={100} shape="flat" />
  </PictureFrame>
)

interface TitleFieldProps {
  value: string
  onChange: (title: string) => void
  help?: string | undefined
  error?: string | undefined
}

export const TitleField = ({ value, onChange, help, error }: TitleFieldProps) => (
  <Field label={t('fields.title')} limit={limits.title} help={help} error={error}>
    <TextInput value={value} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
  </Field>
)
