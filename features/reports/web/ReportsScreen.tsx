import { type ReactNode, useState } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { usePages, useRead } from '#kit/web/use.ts'
import { ChipChoice } from '#ui/choices.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { State } from '#ui/State.tsx'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { accountsContract } from '#features/accounts/contract.ts'
import { reportsContract } from '../contract.ts'
import { ReportCard } from './ReportCard.tsx'
import css from './ReportsScreen.module.css'
import { t } from './texts.ts'

/** Which reports are shown. What was answered is removed, and waits to be read. */
const views = {
  open: { state: 'open' },
  answered: { answered: true },
  removed: { state: 'removed' },
  dismissed: { state: 'dismissed' },
  all: {},
} as const
type View = keyof typeof views
const viewNames = Object.keys(views) as View[]

/** What people have reported, for operators to decide over. @param otherwise what everybody else sees here */
export function ReportsScreen({ otherwise }: { otherwise: ReactNode }) {
  const signedIn = useSignedIn()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  if (signedIn && profile.data && !profile.data.is_operator) return otherwise
  return (
    <PersonalScreen title={t('operator.title')} login={t('operator.login')}>
      <Loaded read={profile} failed={t('operator.failed')} skeleton={<ListSkeleton />}>
        {() => <Reports />}
      </Loaded>
    </PersonalScreen>
  )
}

function Reports() {
  const [view, setView] = useState<View>('open')
  const pages = usePages(reportsContract.listReports, { query: views[view] })
  return (
    <>
      <ChipChoice
        label={t('operator.show')}
        options={viewNames.map((value) => ({ value, name: t(`operator.view.${value}`) }))}
        value={view}
        onChange={setView}
      />
      <Loaded read={{ ...pages, data: pages.items }} failed={t('operator.failed')} skeleton={<ListSkeleton />}>
        {(reports) =>
          reports.length === 0 ? (
            <State title={t('operator.none')} text={view === 'open' ? t('operator.none_open') : undefined} picture="none" />
          ) : (
            <>
              <ul className={css.list} aria-label={t('operator.title')}>
                {reports.map((report) => (
                  <ReportCard key={report.id} report={report} />
                ))}
              </ul>
              <MoreBelow pages={pages} skeleton={<ListSkeleton />} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

const ListSkeleton = () => (
  <Skeleton label={t('operator.loading')}>
    <SkeletonBlock height={200} shape="card" />
    <SkeletonBlock height={200} shape="card" />
  </Skeleton>
)
