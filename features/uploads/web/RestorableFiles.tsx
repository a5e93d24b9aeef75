import { formatDay } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toasts.ts'
import { type KeptUpload, uploadsContract } from '../contract.ts'
import { t } from './texts.ts'
import css from './UploadsDialog.module.css'
import { formatBytes } from './upload-texts.ts'

/**
 * The user's files of removed videos that teams can restore, each with a button that deletes the file. Renders nothing without such files.
 */
export function RestorableFiles() {
  const { data, error } = useRead(uploadsContract.listKeptUploads, {})
  const files = data?.data ?? []
  if (error) return <Alert>{t('kept.failed')}</Alert>
  if (files.length === 0) return null
  return (
    <section className={css.kept} aria-labelledby="kept-files">
      <h3 id="kept-files" className={css.title}>
        {t('kept.title')}
      </h3>
      <p className={css.detail}>{t('kept.text')}</p>
      <ul className={css.list}>
        {files.map((file) => (
          <RestorableRow key={file.id} file={file} />
        ))}
      </ul>
    </section>
  )
}

function RestorableRow({ file: { id, title, bytes, until } }: { file: KeptUpload }) {
  const remove = useChange(uploadsContract.deleteKeptUpload)
  const confirmDeletion = async () => {
    if (!(await confirm({ title: t('kept.confirm', { title }), text: t('kept.confirm_text'), action: t('kept.delete') }))) return
    remove.mutate({ params: { id } }, { onSuccess: () => toast(t('kept.deleted')) })
  }
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        <p className={css.detail}>
          {formatBytes(bytes)} · {t('kept.until', { date: formatDay(until) })}
        </p>
        {remove.error && <Alert>{remove.error.message}</Alert>}
      </div>
      <Button
        size="s"
        kind="line"
        aria-label={t('kept.delete_of', { title })}
        busy={remove.isPending}
        onClick={() => void confirmDeletion()}
      >
        {t('kept.delete')}
      </Button>
    </li>
  )
}
