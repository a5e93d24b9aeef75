import { formatDay } from '#kit/web/format-date.ts'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { operatorContract } from '../contract.ts'
import type { Warning } from '../contract/moderation.ts'
import css from './operator.module.css'
import { t } from './texts.ts'

/** Warnings, each with its date. */
export const WarningList = ({ warnings }: { warnings: readonly Warning[] }) => (
  <ul className={css.part}>
    {warnings.map(({ id, text, created_at: createdAt, withdrawn_at: withdrawn }) => (
      <li key={id} className={css.words}>
        <p className={css.text}>{text}</p>
        <small className={css.quiet}>{[formatDay(createdAt), ...(withdrawn === null ? [] : [t('user.withdrawn')])].join(' · ')}</small>
      </li>
    ))}
  </ul>
)

/** The warnings of a user; a moderator can add one. */
export function Warnings({ id }: { id: string }) {
  const read = useRead(operatorContract.listWarnings, { params: { id } })
  return (
    <section className={css.card} aria-labelledby="warnings">
      <h2 id="warnings" className={css.title}>
        {t('user.warnings')}
      </h2>
      <LoadedContent read={read} failed={t('user.warnings_failed')} skeleton={<ListSkeleton label={t('user.warnings_loading')} />}>
        {({ nickname, warnings }) => (
          <>
            <p className={css.quiet}>{nickname ?? t('users.nameless')}</p>
            {warnings.length === 0 ? <p>{t('user.no_warnings')}</p> : <WarningList warnings={warnings} />}
            <div className={css.buttons}>
              <Button
                size="s"
                onClick={() => void openDialog(() => import('./WarnDialog.tsx').then((module) => module.WarnDialog), { id })}
              >
                {t('user.warn')}
              </Button>
            </div>
          </>
        )}
      </LoadedContent>
    </section>
  )
}
