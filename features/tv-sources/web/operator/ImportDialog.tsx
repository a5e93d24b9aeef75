import { formatNumber } from '#kit/web/format.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { tvSourcesContract } from '../../contract.ts'
import { maxProblems } from '../../rules.ts'
import { t } from '../texts.ts'
import { DetailList } from './DetailList.tsx'
import css from './operator.module.css'

const pollMs = 1500

/** The progress of an import, and its problems line by line. */
export function ImportDialog({ id }: CloseProps & { id: string }) {
  const read = useRead(
    tvSourcesContract.getTvImport,
    { params: { id } },
    { isProvisional: ({ finished_at }) => finished_at === null, refreshMs: pollMs },
  )
  return (
    <Dialog title={read.data?.name ?? t('operator.sources.details')} width="l" isForReading>
      <LoadedContent read={read} failed={t('operator.failed')} skeleton={<ListSkeleton label={t('operator.loading')} height={72} />}>
        {({ status, failure, is_same: isSame, problems, read: count, written, unchanged, skipped, removed }) => (
          <div className={css.form}>
            {failure !== null && <Alert>{t('operator.import.not_done', { why: failure })}</Alert>}
            {isSame && <Alert kind="note">{t('operator.import.same')}</Alert>}
            {(status === 'running' || status === 'waiting') && <output>{t(`operator.import.${status}`)}</output>}
            {!isSame && (
              <DetailList
                facts={[
                  [t('operator.import.read'), formatNumber(count)],
                  [t('operator.import.written'), formatNumber(written)],
                  [t('operator.import.unchanged'), formatNumber(unchanged)],
                  [t('operator.import.skipped'), formatNumber(skipped)],
                  [t('operator.import.removed'), formatNumber(removed)],
                ]}
              />
            )}
            {problems.length === 0 ? (
              status === 'done' && !isSame && <p className={css.quiet}>{t('operator.import.no_problems')}</p>
            ) : (
              <section aria-label={t('operator.import.problems')}>
                <h3 className={css.heading}>{t('operator.import.problems')}</h3>
                {problems.length >= maxProblems && (
                  <p className={css.quiet}>{t('operator.import.first', { count: formatNumber(maxProblems) })}</p>
                )}
                <ul className={css.problems} aria-label={t('operator.import.problems')}>
                  {problems.map(({ line, text }, index) => (
                    <li key={index} className={css.problem}>
                      <span className={css.line}>
                        {line === 0 ? t('operator.import.whole') : t('operator.import.line', { line: formatNumber(line) })}
                      </span>
                      <span>{text}</span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </div>
        )}
      </LoadedContent>
    </Dialog>
  )
}
