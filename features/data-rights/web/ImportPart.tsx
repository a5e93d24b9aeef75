import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Field, FieldError } from '#ui/Field.tsx'
import { FileButton } from '#ui/FileButton.tsx'
import { folderSimplePlus } from '#ui/icons.ts'
import { TextArea } from '#ui/inputs.tsx'
import { paths } from '#shell/paths.ts'
import { dataRightsContract, type ImportPreview } from '../contract.ts'
import { importMaxBytes } from '../rules.ts'
import css from './DataRightsScreen.module.css'
import { ImportChoice } from './ImportChoice.tsx'
import { ImportResult, type ImportOutcome } from './ImportResult.tsx'
import { t } from './texts.ts'

const acceptedFiles = '.zip,.json,.jsonl,.db,.opml,.xml,.rss,.xspf,.m3u,.m3u8,.csv,.tsv,.html,.htm,.md,.txt'

/** Imports channels from a file or pasted links: read, preview, choose, create. @param feed URL of a feed to read immediately */
export function ImportPart({ feed }: { feed?: string | undefined }) {
  const [preview, setPreview] = useState<ImportPreview>()
  const [outcome, setOutcome] = useState<ImportOutcome>()
  const [unreadFeed, setUnreadFeed] = useState(feed)
  return (
    <section className={css.part} aria-labelledby="data-import">
      <h2 id="data-import" className={css.title}>
        {t('bring.title')}
      </h2>
      <p className={css.text}>{t('bring.text')}</p>
      {outcome !== undefined && (
        <Alert kind="note">
          <div className={css.done}>
            <ImportResult outcome={outcome} />
            <ButtonLink kind="line" size="s" href={paths.myPlaylists()}>
              {t('bring.see')}
            </ButtonLink>
          </div>
        </Alert>
      )}
      {preview ? (
        <ImportChoice
          key={preview.id}
          preview={preview}
          onDone={(done) => {
            setPreview(undefined)
            setOutcome({ ...done, id: preview.id })
          }}
          onCancel={() => setPreview(undefined)}
        />
      ) : (
        <ImportSource
          feed={unreadFeed}
          onRead={(read) => {
            setUnreadFeed(undefined)
            setOutcome(undefined)
            setPreview(read)
          }}
        />
      )}
    </section>
  )
}

function ImportSource({ feed = '', onRead }: { feed?: string | undefined; onRead: (preview: ImportPreview) => void }) {
  const reading = useChange(dataRightsContract.readImport)
  const [file, setFile] = useState<File>()
  const [text, setText] = useState(feed)
  const form = useRef<HTMLFormElement>(null)
  const { message, fields } = formErrors(reading.error, ['file', 'text'])
  const isTooLarge = (file?.size ?? 0) > importMaxBytes
  const error = isTooLarge ? t('errors.import_too_large') : fields['file']

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reading.isPending && !isTooLarge) reading.mutate({ body: file ? { file } : { text } }, { onSuccess: onRead })
  }
  const readFeed = useEffectEvent(() => {
    if (feed === '') return
    form.current?.scrollIntoView({ block: 'center' })
    reading.mutate({ body: { text: feed } }, { onSuccess: onRead })
  })
  useEffect(() => readFeed(), [])

  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      <div className={css.file}>
        <FileButton
          label={t('bring.choose')}
          accept={acceptedFiles}
          icon={folderSimplePlus}
          onChoose={([file]) => {
            reading.reset()
            setFile(file)
          }}
        >
          {file ? file.name : t('bring.choose')}
        </FileButton>
        {error ? <FieldError>{error}</FieldError> : <p className={css.quiet}>{t('bring.kinds')}</p>}
        {file && (
          <Button kind="text" size="s" onClick={() => setFile(undefined)}>
            {t('bring.instead')}
          </Button>
        )}
      </div>
      {!file && (
        <Field label={t('bring.paste')} error={fields['text']}>
          <TextArea rows={4} value={text} spellCheck={false} onChange={({ currentTarget }) => setText(currentTarget.value)} />
        </Field>
      )}
      {message && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        <Button type="submit" kind="accent" busy={reading.isPending} disabled={isTooLarge || (!file && text.trim() === '')}>
          {t('bring.read')}
        </Button>
      </div>
    </form>
  )
}
