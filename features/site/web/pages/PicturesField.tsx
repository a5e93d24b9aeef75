import { useState } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { languages } from '#kit/contract/texts.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { plus, trash } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { Picture } from '#ui/Picture.tsx'
import { PictureField } from '#features/media/web/PictureField.tsx'
import { welcomeImages } from '#features/pages/welcome-content.ts'
import { siteContract } from '../../contract.ts'
import { limits } from '../../rules.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { createPictureKey, type PictureFields } from './fields.ts'
import own from './pages.module.css'

interface PicturesFieldProps {
  images: readonly PictureFields[]
  onChange: (change: (now: readonly PictureFields[]) => readonly PictureFields[]) => void
  /** Called with 1 when an upload begins, and −1 when it ends. */
  onUpload: (by: number) => void
  errors: Readonly<Record<string, string>>
}

/** Up to three pictures, each with a link and a caption in both languages. */
export function PicturesField({ images, onChange, onUpload, errors }: PicturesFieldProps) {
  const add = () => onChange((now) => [...now, { key: createPictureKey(), picture: '', image: null, url: '', en: '', nl: '' }])
  const remove = (key: string) => {
    // Focuses the list, because the pressed button disappears with its picture.
    document.getElementById('pictures')?.focus()
    onChange((now) => now.filter((item) => item.key !== key))
  }
  return (
    <section className={css.part} aria-labelledby="pictures">
      <h3 id="pictures" className={css.subtitle} tabIndex={-1}>
        {t('pages.pictures')}
      </h3>
      <p className={css.quiet}>{t('pages.pictures_help', { count: welcomeImages })}</p>
      {images.map((picture, index) => (
        <PictureRow
          key={picture.key}
          picture={picture}
          index={index}
          errors={errors}
          onType={(part) => onChange((now) => now.map((item) => (item.key === picture.key ? { ...item, ...part } : item)))}
          onUpload={onUpload}
          onRemove={() => remove(picture.key)}
        />
      ))}
      {images.length < welcomeImages && (
        <div className={css.buttons}>
          <Button size="s" icon={plus} onClick={add}>
            {t('pages.add_picture')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface PictureRowProps extends Pick<PicturesFieldProps, 'onUpload' | 'errors'> {
  picture: PictureFields
  index: number
  onType: (part: Partial<PictureFields>) => void
  onRemove: () => void
}

function PictureRow({ picture, index, errors, onType, onUpload, onRemove }: PictureRowProps) {
  const add = useChange(siteContract.addWelcomePicture)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const number = index + 1
  const errorOf = (name: string) => errors[`content.images.${index}.${name}`]
  const { fields, message } = formErrors(refusal, ['image'])
  const pictureError = errorOf('picture') && (picture.picture === '' ? t('pages.picture_missing') : errorOf('picture'))

  async function choose(file: File | null) {
    setRefusal(null)
    if (!file) return
    onUpload(1)
    try {
      const { id, image } = await add.mutateAsync({ body: { image: file } })
      onType({ picture: id, image })
    } catch (error) {
      // `useChange` throws only `ApiError`.
      setRefusal(error as ApiError)
    } finally {
      onUpload(-1)
    }
  }
  return (
    <section className={own.picture} aria-label={t('pages.picture', { number })}>
      <PictureField
        id={picture.key}
        name={picture.en}
        label={t('pages.picture', { number })}
        shape="card"
        stored={picture.image}
        changed={null}
        onChange={(file) => void choose(file || null)}
        error={fields['image'] ?? message ?? pictureError}
      >
        {(image) => <Picture id={picture.key} name={picture.en} source={image} shape="card" sizes="160px" />}
      </PictureField>
      <Field label={t('pages.link')} help={t('pages.link_help')} error={errorOf('url')}>
        <TextInput
          inputMode="url"
          value={picture.url}
          onChange={({ currentTarget }) => onType({ url: currentTarget.value })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <div className={css.pair}>
        {languages.map((language) => (
          <Field
            key={language}
            label={t('pages.named', { name: t('pages.caption'), language: t(`languages.${language}`) })}
            error={errorOf(language)}
            limit={limits.welcomeTitle}
          >
            <TextInput
              lang={language}
              value={picture[language]}
              onChange={({ currentTarget }) => onType({ [language]: currentTarget.value })}
              autoComplete="off"
            />
          </Field>
        ))}
      </div>
      <div className={css.buttons}>
        <Button size="s" kind="line" icon={trash} onClick={onRemove}>
          {t('pages.remove_picture', { number })}
        </Button>
      </div>
    </section>
  )
}
