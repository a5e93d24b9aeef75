import { type FormEvent, useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { eye } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import { Checkbox } from '#ui/toggles.tsx'
import { useFocusFirstInvalid } from '#features/accounts/web/useFocusFirstInvalid.ts'
import { OutdatedDraftNotice } from '../OutdatedDraftNotice.tsx'
import { siteContract } from '../../contract.ts'
import type { Welcome } from '../../contract/welcome.ts'
import type { welcomePages } from '../../rules.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { useDraft } from '../useDraft.ts'
import { formatMoment } from '../wall-time.ts'
import { CarouselsField } from './CarouselsField.tsx'
import { toFields, toRequestBody, type Version, versionToEdit } from './fields.ts'
import { PicturesField } from './PicturesField.tsx'
import { Preview } from './Preview.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'
import { TextsFields } from './TextsFields.tsx'
import { usePreview } from './usePreview.ts'
import { Versions } from './Versions.tsx'

interface PageEditorProps {
  page: (typeof welcomePages)[number]
  welcome: Welcome
}

/** The introduction of a page. Operators edit it as a draft, preview it, and publish it for a time. Shows its versions. */
export function PageEditor({ page, welcome }: PageEditorProps) {
  const save = useChange(siteContract.saveWelcome)
  const preview = usePreview(page)
  const draft = useDraft(toFields(versionToEdit(welcome), welcome.pictures), welcome.version, save.isPending)
  const [uploads, setUploads] = useState(0)
  const { fields, type } = draft
  const shownFields = [
    'starts_at',
    'ends_at',
    'content.carousels',
    ...textFields,
    ...fields.images.flatMap((_, index) => pictureFields(index)),
  ]
  const { message, fields: errors } = formErrors(save.error ?? preview.error, shownFields)
  const form = useFocusFirstInvalid(save.error ?? preview.error)
  const isBusy = save.isPending || uploads > 0

  const send = (publish: boolean) => {
    if (isBusy) return
    preview.forgetError()
    save.mutate(
      { params: { page }, body: toRequestBody(fields, publish, draft.seenVersion) },
      {
        onSuccess() {
          draft.restart()
          toast(t(publish ? 'pages.published' : 'pages.saved'))
        },
      },
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(false)
  }
  const edit = (version: Version) => {
    save.reset()
    type({ ...toFields(version, welcome.pictures), from: '', until: '' })
    document.getElementById('introduction')?.focus()
    toast(t('pages.used'))
  }
  return (
    <>
      <form ref={form} className={css.card} aria-labelledby="introduction" onSubmit={submit} noValidate>
        <h2 id="introduction" className={css.title} tabIndex={-1}>
          {t(`pages.page.${page}`)}
        </h2>
        <CurrentIntroduction welcome={welcome} />
        <Checkbox checked={fields.isDefault} onChange={({ currentTarget }) => type({ isDefault: currentTarget.checked })}>
          {t('pages.own')}
        </Checkbox>
        {!fields.isDefault && (
          <>
            <TextsFields fields={fields} type={type} errors={errors} />
            <PicturesField
              images={fields.images}
              onChange={(change) => type((now) => ({ images: change(now.images) }))}
              onUpload={(count) => setUploads((now) => now + count)}
              errors={errors}
            />
            <CarouselsField
              series={fields.carousels}
              onChange={(carousels) => {
                // Clears the errors, because they refer to positions that have changed.
                save.reset()
                preview.forgetError()
                type({ carousels })
              }}
              errors={errors}
            />
          </>
        )}
        <ScheduleFields fields={fields} type={type} errors={errors} />
        {draft.isOutdated ? <OutdatedDraftNotice draft={draft} onChoose={save.reset} /> : message !== undefined && <Alert>{message}</Alert>}
        <div className={css.buttons}>
          <Button kind="accent" size="s" busy={isBusy} onClick={() => send(true)}>
            {t('pages.publish')}
          </Button>
          <Button type="submit" size="s" busy={isBusy}>
            {t('pages.save')}
          </Button>
          <Button
            size="s"
            kind="line"
            icon={eye}
            busy={preview.isPending || uploads > 0}
            onClick={() => {
              save.reset()
              preview.show(fields)
            }}
          >
            {t('pages.preview')}
          </Button>
        </div>
      </form>
      <Preview preview={preview} fields={fields} />
      <Versions page={page} welcome={welcome} onEdit={edit} onUndone={() => !draft.isTyped && draft.restart()} />
    </>
  )
}

const textFields = ['en', 'nl'].flatMap((language) => [`content.${language}.title`, `content.${language}.description`])
const pictureFields = (index: number) => ['picture', 'url', 'en', 'nl'].map((name) => `content.images.${index}.${name}`)

/** The version that is shown now, and the draft if there is one. */
function CurrentIntroduction({ welcome: { versions } }: Pick<PageEditorProps, 'welcome'>) {
  const byline = ({ saved_at: at, saved_by: by }: Version) => ({ day: formatMoment(at), name: by ?? t('nameless') })
  const shownVersion = versions.find(({ is_shown: isShown }) => isShown)
  const draft = versions.find(({ state }) => state === 'draft')
  return (
    <p className={css.quiet}>
      {shownVersion === undefined || shownVersion.content === null ? t('pages.own_now') : t('pages.shown_now', byline(shownVersion))}
      {draft && ` ${t('pages.draft_now', byline(draft))}`}
    </p>
  )
}
