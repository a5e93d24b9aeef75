import { useState } from 'react'
import { pictureMaxBytes } from '#features/media/contract.ts'
import { Switch } from '#ui/toggles.tsx'
import { Field } from '#ui/Field.tsx'
import { ImageField } from '#ui/ImageField.tsx'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import type { Video } from '../../contract.ts'
import { limits } from '../../rules.ts'
import { t } from '../texts.ts'
import { completeLink } from './add/links.ts'

interface ButtonFieldsProps {
  video: Video
  errors: Readonly<Record<string, string>>
  photo: string | null
  onPhoto: (file: File | null) => void
}

const names = ['go_to_title', 'more_title', 'more_info_title', 'more_description'] as const

/** The fields of the two buttons that show what is wrong with them. */
export const buttonFields = [...names, 'go_to', 'more_photo']

/** The fields of the two buttons as a call takes them; switched off, they are empty. */
export const buttonsOf = (text: (name: string) => string) => ({
  ...(Object.fromEntries(names.map((name) => [name, text(name)])) as Record<(typeof names)[number], string>),
  go_to: completeLink(text('go_to')),
})

/** The buttons under a video: one that leads elsewhere, one that tells more. */
export function ButtonFields({ video, errors, photo, onPhoto }: ButtonFieldsProps) {
  const [goes, setGoes] = useState(Boolean(video.go_to))
  const [tells, setTells] = useState(Boolean(video.more_title ?? video.more_info_title ?? video.more_description ?? video.more_photo))
  return (
    <>
      <div>
        <Switch
          label={t('buttons.go_to')}
          detail={t('buttons.go_to_help')}
          checked={goes}
          onChange={(event) => setGoes(event.currentTarget.checked)}
        />
        <Switch
          label={t('buttons.more')}
          detail={t('buttons.more_help')}
          checked={tells}
          onChange={(event) => setTells(event.currentTarget.checked)}
        />
      </div>
      {goes && (
        <>
          <Field label={t('buttons.go_to_title')} error={errors['go_to_title']}>
            <TextInput name="go_to_title" defaultValue={video.go_to_title ?? ''} maxLength={limits.title} autoComplete="off" />
          </Field>
          <Field label={t('buttons.go_to_link')} error={errors['go_to']}>
            <TextInput
              name="go_to"
              defaultValue={video.go_to ?? ''}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        </>
      )}
      {tells && (
        <>
          <Field label={t('buttons.more_title')} error={errors['more_title']}>
            <TextInput name="more_title" defaultValue={video.more_title ?? ''} maxLength={limits.title} autoComplete="off" />
          </Field>
          <Field label={t('buttons.more_info_title')} error={errors['more_info_title']}>
            <TextInput name="more_info_title" defaultValue={video.more_info_title ?? ''} maxLength={limits.title} autoComplete="off" />
          </Field>
          <Field label={t('buttons.more_description')} error={errors['more_description']}>
            <TextArea name="more_description" defaultValue={video.more_description ?? ''} maxLength={limits.text} />
          </Field>
          <ImageField
            label={t('buttons.more_photo')}
            shape="card"
            limit={pictureMaxBytes}
            tooBig={t('fields.icon_too_big')}
            current={
              <PictureFrame>
                <Picture id={video.id} name={video.title} source={photo} shape="card" sizes="138px" />
              </PictureFrame>
            }
            replaces={Boolean(photo)}
            onChoose={onPhoto}
            error={errors['more_photo']}
          />
        </>
      )}
    </>
  )
}
