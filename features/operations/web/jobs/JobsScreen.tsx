import { useState } from 'react'
import { useRead } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ChipChoice } from '#ui/choices.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { operationsContract } from '../../contract.ts'
import type { JobKind } from '../../contract/jobs.ts'
import type { OperatorJobState } from '../../rules.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'
import { showJobs, useJobFilter } from './address.ts'
import { JobList } from './JobList.tsx'
import { KindRow } from './KindRow.tsx'

/** Background jobs by kind and state. */
export const JobsScreen = () => (
  <OperatorPage section={latePaths.operatorJobs()} title={t('jobs.title')}>
    <Jobs />
  </OperatorPage>
)

type View = 'kinds' | OperatorJobState
const views: readonly View[] = ['kinds', 'dead', 'active', 'waiting', 'done', 'cancelled']

function Jobs() {
  const filter = useJobFilter()
  const kinds = useRead(operationsContract.listJobKinds, {}, { isProvisional: () => true, refreshMs: 5000 })
  const shownKind = kinds.data?.find(({ kind }) => kind === filter.kind)
  const view: View = filter.state ?? (filter.kind === undefined ? 'kinds' : 'dead')
  return (
    <>
      <ChipChoice
        label={t('jobs.show')}
        options={views.map((value) => ({ value, name: value === 'kinds' ? t('jobs.kinds') : t(`jobs.state.${value}`) }))}
        value={view}
        onChange={(next) => showJobs(next === 'kinds' ? {} : { kind: filter.kind, state: next })}
      />
      {view === 'kinds' ? (
        <LoadedContent read={kinds} failed={t('jobs.failed')} skeleton={<ListSkeleton label={t('loading')} />}>
          {(kinds) => <KindList key={pausedOf(kinds)} kinds={kinds} />}
        </LoadedContent>
      ) : (
        <>
          {shownKind && (
            <ul className={css.rows}>
              <KindRow kind={shownKind} isAlone />
            </ul>
          )}
          <JobList filter={{ kind: filter.kind, state: view }} />
        </>
      )}
    </>
  )
}

const isBusy = ({ dead, active, waiting, paused_at: pausedAt }: JobKind) => dead + active + waiting > 0 || pausedAt !== null

const pausedOf = (kinds: readonly JobKind[]) => kinds.flatMap(({ kind, paused_at: pausedAt }) => (pausedAt === null ? [] : kind)).join()

/** Returns the names of kinds with jobs, and those of kinds without. */
function groupNames(kinds: readonly JobKind[]) {
  const sortedKinds = kinds.toSorted((a, b) => b.dead - a.dead || a.title.localeCompare(b.title))
  const names = (jobKinds: readonly JobKind[]) => jobKinds.map(({ kind }) => kind)
  return { busy: names(sortedKinds.filter(isBusy)), idle: names(sortedKinds.filter((kind) => !isBusy(kind))) }
}

/** Keeps rows in their first order while jobs run, so that they don't move under the pointer. */
function KindList({ kinds }: { kinds: readonly JobKind[] }) {
  const [groups] = useState(() => groupNames(kinds))
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]))
  return (['busy', 'idle'] as const).map(
    (group) =>
      groups[group].length > 0 && (
        <section key={group} className={css.section} aria-labelledby={group}>
          <h2 id={group} className={css.title}>
            {t(`jobs.${group}`)}
          </h2>
          <ul className={css.columns} aria-labelledby={group}>
            {groups[group].map((name) => {
              const kind = byName.get(name)
              return kind && <KindRow key={name} kind={kind} />
            })}
          </ul>
        </section>
      ),
  )
}
