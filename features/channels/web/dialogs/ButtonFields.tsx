import { useState } from 'react'
import { type ChangedPicture, PictureField } from '#features/media/web/PictureField.tsx'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { caretDown, linkSimple } from '#ui/icons.ts'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import type { Video } from '../../contract.ts'
import { limits } from '../../limits.ts'
import { t } from '../texts.ts'
import css from './ButtonFields.module.css'

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
        <PictureField
          id={`${video.id}-photo`}
          name={t('video.more_photo')}
          label={t('video.more_photo')}
          shape="card"
          stored={video.more_photo}
          changed={photo}
          onChange={onPhoto}
          remove={t('video.photo_remove')}
          tooBig={t('fields.icon_too_big')}
          error={errors['more_photo']}
        />
      </div>
    </details>
  )
}
