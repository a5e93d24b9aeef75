import { useState } from 'react'
import { pictureMaxBytes } from '#features/media/contract.ts'
import { fetchPicture } from '#features/media/web/fetch-picture.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ImageField } from '#ui/ImageField.tsx'
import { caretDown, linkSimple } from '#ui/icons.ts'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import type { Video } from '../../contract.ts'
import { limits } from '../../limits.ts'
import { t } from '../texts.ts'
import css from './ButtonFields.module.css'

/** A new file, '' to remove the picture, or null to keep it. */
export type ChangedPicture = File | '' | null

export const buttonFields = ['go_to', 'go_to_title', 'more_title', 'more_info_title', 'more_description', 'more_photo'] as const

interface ButtonFieldsProps {
  video: Video
  errors: Readonly<Record<string, string>>
  photo: ChangedPicture
  onPhoto: (photo: ChangedPicture) => void
}

/** The fields of a video's buttons. Collapsed at first, unless one of them has an error. */
export function ButtonFields({ video, errors, photo, onPhoto }: ButtonFieldsProps) {
  const isWrong = buttonFields.some((name) => errors[name] !== undefined)
  const [isOpen, setIsOpen] = useState(false)
  const shownPhoto = photo === '' ? null : video.more_photo
  return (
    <details className={css.part} open={isOpen || isWrong} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={css.summary}>
        <span>
          {t('video.buttons')}
          <small className={css.help}>{t('video.buttons_help')}</small>
        </span>
        <Icon icon={caretDown} size={20} className={css.caret} />
      </summary>
      <div className={css.fields}>
        <Field label={t('video.go_to')} error={errors['go_to']}>
          <TextInput
            name="go_to"
            icon={linkSimple}
            defaultValue={video.go_to ?? ''}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field label={t('video.go_to_title')} limit={limits.title} error={errors['go_to_title']}>
          <TextInput name="go_to_title" defaultValue={video.go_to_title ?? ''} autoComplete="off" placeholder={t('video.go_to_default')} />
        </Field>
        <Field label={t('video.more_title')} limit={limits.title} error={errors['more_title']}>
          <TextInput name="more_title" defaultValue={video.more_title ?? ''} autoComplete="off" placeholder={t('video.more_default')} />
        </Field>
        <Field label={t('video.more_info_title')} limit={limits.title} error={errors['more_info_title']}>
          <TextInput name="more_info_title" defaultValue={video.more_info_title ?? ''} autoComplete="off" />
        </Field>
        <Field label={t('video.more_description')} error={errors['more_description']}>
          <TextArea name="more_description" defaultValue={video.more_description ?? ''} maxLength={limits.text} />
        </Field>
        <ImageField
          label={t('video.more_photo')}
          shape="card"
          limit={pictureMaxBytes}
          fetchPicture={fetchPicture}
          tooBig={t('fields.icon_too_big')}
          current={
            <PictureFrame>
              <Picture id={`${video.id}-photo`} name={t('video.more_photo')} source={shownPhoto} shape="card" sizes="138px" />
            </PictureFrame>
          }
          replaces={Boolean(shownPhoto)}
          help={
            shownPhoto &&
            !photo && (
              <Button kind="text" size="s" onClick={() => onPhoto('')}>
                {t('video.photo_remove')}
              </Button>
            )
          }
          onChoose={onPhoto}
          error={errors['more_photo']}
        />
      </div>
    </details>
  )
}
