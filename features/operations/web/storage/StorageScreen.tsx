import { type ReactNode, useState } from 'react'
import { formatAgo } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { arrowClockwise, hardDrives } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { formatBytes } from '#features/uploads/web/upload-texts.ts'
import { operationsContract } from '../../contract.ts'
import type { StorageOverview } from '../../contract/storage.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'
import { CleanableRow } from './CleanableRow.tsx'
import { Growth } from './Growth.tsx'
import { UsersList } from './UsersList.tsx'

/** Used storage, and files that can be deleted. */
export const StorageScreen = () => (
  <OperatorPage section={latePaths.operatorStorage()} title={t('storage.title')}>
    <StorageParts />
  </OperatorPage>
)

function StorageParts() {
  const [requestedAt, setRequestedAt] = useState<string>()
  const isCounting = (counted: string | null) => requestedAt !== undefined && (counted === null || counted < requestedAt)
  const read = useRead(operationsContract.getStorage, {}, { isProvisional: (data) => isCounting(data.counted_at), refreshMs: 2000 })
  const count = useChange(operationsContract.countStorage)
  const { message } = formErrors(count.error)
  const start = () => {
    // Uses this browser's clock. A small difference from the server's clock only delays the end of the wait.
    const now = new Date(Date.now() - 2000).toISOString()
    count.mutate({}, { onSuccess: () => setRequestedAt(now) })
  }
  return (
    <LoadedContent read={read} failed={t('storage.failed')} skeleton={<ListSkeleton label={t('loading')} />}>
      {(storage) => {
        const { counted_at: countedAt } = storage
        const button = (
          <Button size="s" icon={arrowClockwise} busy={count.isPending || isCounting(countedAt)} onClick={start}>
            {isCounting(countedAt) ? t('storage.counting') : t('storage.count')}
          </Button>
        )
        return (
          <>
            <StorageLocation {...storage} />
            {message !== undefined && <Alert>{message}</Alert>}
            {countedAt === null ? (
              <StateMessage title={t('storage.never')} text={t('storage.never_text')} picture={<IconDisc icon={hardDrives} size={88} />}>
                {button}
              </StateMessage>
            ) : (
              <>
                <Kinds storage={storage} countedAt={countedAt} button={button} />
                <Growth days={storage.days} />
                <section className={css.section} aria-labelledby="clean">
                  <h2 id="clean" className={css.title}>
                    {t('storage.clean')}
                  </h2>
                  <ul className={css.rows} aria-labelledby="clean">
                    {storage.cleanable.map((item) => (
                      <CleanableRow key={item.what} cleanable={item} countedAt={countedAt} />
                    ))}
                  </ul>
                </section>
                <UsersList />
              </>
            )}
          </>
        )
      }}
    </LoadedContent>
  )
}

function StorageLocation({ place: { type, state, free_bytes: free, total_bytes: total }, quota_bytes: quota }: StorageOverview) {
  return (
    <section className={css.section} aria-labelledby="place">
      <h2 id="place" className={css.title}>
        {t('storage.place')}
      </h2>
      <p>
        {t(`storage.${type}`)}
        {free !== null && total !== null && ` · ${t('storage.free', { free: formatBytes(free), total: formatBytes(total) })}`}
      </p>
      {free !== null && total !== null && <Progress label={t('storage.used')} value={1 - free / total} />}
      {state !== 'ok' && <Alert>{t(`storage.${state}`)}</Alert>}
      <p className={css.quiet}>{t('storage.quota', { quota: formatBytes(quota) })}</p>
    </section>
  )
}

interface KindsProps {
  storage: StorageOverview
  countedAt: string
  button: ReactNode
}
const Kinds = ({ storage, countedAt, button }: KindsProps) => (
  <section className={css.section} aria-labelledby="kinds">
    <div className={css.head}>
      <h2 id="kinds" className={css.title}>
        {t('storage.kinds')}
      </h2>
      {button}
    </div>
    <p className={css.quiet}>{t('storage.counted', { when: formatAgo(countedAt) })}</p>
    <ul className={css.rows} aria-labelledby="kinds">
      {storage.kinds
        .toSorted((a, b) => b.bytes - a.bytes)
        .map(({ kind, bytes, files }) => (
          <li key={kind} className={css.row}>
            <div className={css.words}>
              {t(`storage.kind.${kind}`)}
              {kind !== 'database' && <span className={css.quiet}>{t('storage.files', { count: files })}</span>}
            </div>
            <span className={css.number}>{formatBytes(bytes)}</span>
          </li>
        ))}
    </ul>
    <p className={css.quiet}>{t('storage.receipts')}</p>
  </section>
)
