import { useState } from 'react'
import { usePages } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { ChipChoice } from '#ui/choices.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { flagBanner } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { useQueryFilters } from '#shell/useQueryFilters.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { reportsContract } from '../contract.ts'
import { ReportCard } from './ReportCard.tsx'
import css from './ReportsScreen.module.css'
import { t } from './texts.ts'

/** Filters, in the order of their buttons. Removals with an answer have one, because they wait for a decision. */
const views = {
  open: { state: 'open' },
  answered: { answered: true },
  removed: { state: 'removed' },
  dismissed: { state: 'dismissed' },
  all: {},
} as const
type View = keyof typeof views
const viewNames = Object.keys(views) as View[]

/** Reports, which moderators and operators decide. */
export const ReportsScreen = () => (
  <OperatorPage section={latePaths.operatorReports()} title={t('operator.title')} audience="moderator">
    <Reports />
  </OperatorPage>
)

/** Returns the user in the page's address: `by` lists the user's reports, `about` lists reports about the user. */
function personIn(address: URLSearchParams): { by?: string; about?: string } | undefined {
  const [by, about] = [address.get('by'), address.get('about')]
  if (by !== null) return { by }
  return about === null ? undefined : { about }
}

function Reports() {
  const [address, setAddress] = useQueryFilters()
  const person = personIn(address)
  const [view, setView] = useState<View>(person ? 'all' : 'open')
  const pages = usePages(reportsContract.listReports, { query: { ...views[view], ...person } })
  return (
    <>
      {person && (
        <div className={css.person}>
          <p>{t(person.by === undefined ? 'operator.about_person' : 'operator.by_person')}</p>
          <Button size="s" onClick={() => setAddress({ by: '', about: '' })}>
            {t('operator.every_person')}
          </Button>
        </div>
      )}
      <ChipChoice
        label={t('operator.show')}
        options={viewNames.map((value) => ({ value, name: t(`operator.view.${value}`) }))}
        value={view}
        onChange={setView}
      />
      <LoadedContent
        read={{ ...pages, data: pages.items }}
        failed={t('operator.failed')}
        skeleton={<ListSkeleton label={t('operator.loading')} rows={2} height={200} />}
      >
        {(reports) =>
          reports.length === 0 ? (
            <StateMessage
              title={t('operator.none')}
              text={view === 'open' ? t('operator.none_open') : undefined}
              picture={<IconDisc icon={flagBanner} size={88} />}
            />
          ) : (
            <>
              <ul className={css.list} aria-label={t('operator.title')}>
                {reports.map((report) => (
                  <ReportCard key={report.id} report={report} />
                ))}
              </ul>
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('operator.loading')} rows={2} height={200} />} />
            </>
          )
        }
      </LoadedContent>
    </>
  )
}
