import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { usePages, useRead } from '#kit/web/read.ts'
import { FailedRow } from '#ui/FailedRow.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { scales } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { operatorContract } from '../contract.ts'
import { actName } from './acts.ts'
import css from './operator.module.css'
import { t } from './texts.ts'
import { WarningList } from './Warnings.tsx'

/** The reader's warnings, and the acts of operators that concern them. */
export const OwnActsScreen = () => (
  <PersonalScreen title={t('own.title')} login={t('own.login')}>
    <OwnWarnings />
    <OwnActs />
  </PersonalScreen>
)

/** Renders nothing without warnings, because the list of acts below shows its own message if it is empty. */
export function OwnWarnings() {
  const { data: warnings, error, refetch } = useRead(operatorContract.listOwnWarnings, {})
  if (error && !warnings) return <FailedRow message={t('own.warnings_failed')} onAgain={() => void refetch()} />
  if (!warnings?.length) return null
  return (
    <section className={css.card} aria-labelledby="warnings">
      <h2 id="warnings" className={css.title}>
        {t('own.warnings', { count: warnings.length })}
      </h2>
      <WarningList warnings={warnings} />
    </section>
  )
}

export function OwnActs() {
  const pages = usePages(operatorContract.listOwnAudit, {})
  return (
    <LoadedContent read={{ ...pages, data: pages.items }} failed={t('own.failed')} skeleton={<ListSkeleton label={t('own.loading')} />}>
      {(entries) =>
        entries.length === 0 ? (
          <StateMessage title={t('own.none')} text={t('own.none_text')} picture={<IconDisc icon={scales} size={88} />} />
        ) : (
          <>
            <ol className={css.rows} aria-label={t('own.title')}>
              {entries.map(({ id, at, act, thing, reason }) => (
                <li key={id} className={css.row}>
                  <div className={css.words}>
                    <p className={css.name}>{actName(act)}</p>
                    {reason && <p className={css.text}>{reason}</p>}
                    <p className={css.quiet}>{joinWithDots([formatDay(at), thing.name])}</p>
                  </div>
                </li>
              ))}
            </ol>
            <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('own.loading')} />} />
          </>
        )
      }
    </LoadedContent>
  )
}
