import { useState } from 'react'
import { formatAgo } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { trash } from '#ui/icons.ts'
import { Progress } from '#ui/Spinner.tsx'
import { formatBytes } from '#features/uploads/web/upload-texts.ts'
import { operationsContract } from '../../contract.ts'
import type { StorageOverview } from '../../contract/storage.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'

interface CleanableRowProps {
  cleanable: StorageOverview['cleanable'][number]
  countedAt: string
}

/** Files that can be deleted, with their number and bytes, and the progress of the deletion. */
export function CleanableRow({ cleanable: { what, bytes, files, people }, countedAt }: CleanableRowProps) {
  const [jobId, setJobId] = useState<string | null>(null)
  const clean = useChange(operationsContract.cleanStorage)
  const { message } = formErrors(clean.error)
  const name = t(`storage.what.${what}`)
  const counts = { files: t('storage.files', { count: files }), bytes: formatBytes(bytes) }

  async function confirmAndClean() {
    const timeText = formatAgo(countedAt)
    const text =
      people > 0
        ? t('storage.ask_users', { ...counts, when: timeText, users: t('storage.users_count', { count: people }) })
        : t('storage.ask_text', { ...counts, when: timeText })
    if (await confirm({ title: t('storage.ask', { name }), text, action: t('storage.delete') }))
      clean.mutate({ body: { what } }, { onSuccess: ({ job_id: id }) => setJobId(id) })
  }
  return (
    <li className={css.row}>
      <div className={css.words}>
        {name}
        <span className={css.quiet}>
          {files === 0 ? t('storage.nothing') : `${counts.files} · ${counts.bytes} · ${t(`storage.clean_text.${what}`)}`}
        </span>
        {jobId !== null && <CleaningProgress id={jobId} />}
        {message !== undefined && <Alert>{message}</Alert>}
      </div>
      {files > 0 && (
        <Button
          size="s"
          kind="danger"
          icon={trash}
          busy={clean.isPending}
          aria-label={t('storage.delete_named', { name })}
          onClick={() => void confirmAndClean()}
        >
          {t('storage.delete')}
        </Button>
      )}
    </li>
  )
}

/** The progress of a deletion. */
function CleaningProgress({ id }: { id: string }) {
  const read = useRead(
    operationsContract.getJob,
    { params: { id } },
    { isProvisional: ({ state }) => state === 'waiting' || state === 'active', refreshMs: 1000 },
  )
  const job = read.data
  if (!job || job.state === 'waiting' || job.state === 'active')
    return <Progress label={t('storage.cleaning')} value={(job?.percent ?? 0) / 100} />
  if (job.state === 'done') return <output className={css.quiet}>{t('storage.cleaned')}</output>
  return <Alert>{t('storage.clean_failed', { reason: job.error ?? t('storage.unknown') })}</Alert>
}
