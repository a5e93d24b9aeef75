import { useState } from 'react'
import { formErrors } from '#kit/web/problems.ts'
import { language as pageLanguage } from '#kit/web/i18n.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { confirm } from '#ui/confirm.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field, FieldError } from '#ui/Field.tsx'
import { FileButton } from '#ui/FileButton.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { closedCaptioning, trash } from '#ui/icons.ts'
import { Select } from '#ui/inputs.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { SkeletonBlock } from '#ui/Skeleton.tsx'
import { announce } from '#ui/toasts.ts'
import { uploadsContract } from '../contract.ts'
import { captionsMaxBytes } from '../rules.ts'
import css from './CaptionsDialog.module.css'
import { captionLanguages, languageName, languageOfFile } from './languages.ts'
import { t } from './texts.ts'

interface CaptionsDialogProps {
  videoId: string
  title: string
  playlistId: string
}

/** Lists a video's captions and adds more. */
export function CaptionsDialog({ videoId, title, playlistId }: CloseProps & CaptionsDialogProps) {
  const read = useRead(uploadsContract.listCaptions, { params: { id: videoId }, query: { playlist: playlistId } })
  const adding = useChange(uploadsContract.addCaptions)
  const [file, setFile] = useState<File>()
  const [language, setLanguage] = useState<string>(pageLanguage)
  const hasLanguage = read.data?.data.some((item) => item.language === language) === true
  const { message, fields } = formErrors(adding.error, ['file', 'text', 'language'])
  const isTooLarge = file !== undefined && file.size > captionsMaxBytes
  const error = isTooLarge ? t('captions.too_large') : (fields['file'] ?? fields['text'])

  const choose = ([file]: readonly File[]) => {
    if (!file) return
    adding.reset()
    setFile(file)
    setLanguage((now) => languageOfFile(file.name) ?? now)
  }
  const add = () =>
    file &&
    adding.mutate(
      { params: { id: videoId }, body: { language, file } },
      {
        onSuccess: () => {
          setFile(undefined)
          announce(t('captions.added', { language: languageName(language) }))
        },
      },
    )

  return (
    <FormDialog
      title={t('captions.title')}
      text={title}
      submit={t(hasLanguage ? 'captions.replace' : 'captions.add', { language: languageName(language) })}
      onSubmit={add}
      unsaved={file !== undefined}
      busy={adding.isPending}
      disabled={!file || isTooLarge}
      error={message}
    >
      <LoadedContent read={read} skeleton={<SkeletonBlock height={44} shape="card" />} failed={t('captions.failed')}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={css.quiet}>{t('captions.none')}</p>
          ) : (
            <ul className={css.list} aria-label={t('captions.there')}>
              {data.map((item) => (
                <CaptionsLanguageRow key={item.language} videoId={videoId} language={item.language} />
              ))}
            </ul>
          )
        }
      </LoadedContent>
      <div className={css.file}>
        <FileButton label={t('captions.choose')} accept=".vtt,.srt,text/vtt" icon={closedCaptioning} onChoose={choose}>
          {file ? file.name : t('captions.choose')}
        </FileButton>
        {error ? <FieldError>{error}</FieldError> : <p className={css.quiet}>{t('captions.help')}</p>}
      </div>
      <Field label={t('captions.language')} error={fields['language']}>
        <Select value={language} onChange={({ currentTarget }) => setLanguage(currentTarget.value)}>
          {captionLanguages.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

/** A row with captions in a language, and a button to delete them. */
function CaptionsLanguageRow({ videoId, language }: { videoId: string; language: string }) {
  const removal = useChange(uploadsContract.removeCaptions)
  const name = languageName(language)
  const remove = async () => {
    const isAgreed = await confirm({ title: t('captions.remove_title', { language: name }), action: t('captions.remove') })
    if (isAgreed) removal.mutate({ params: { id: videoId }, body: { language } })
  }
  return (
    <li className={css.language}>
      <span>{name}</span>
      <IconButton
        icon={trash}
        iconSize={20}
        label={t('captions.remove_of', { language: name })}
        aria-busy={removal.isPending || undefined}
        onClick={() => void remove()}
      />
      {removal.error && <Alert>{formErrors(removal.error).message}</Alert>}
    </li>
  )
}
