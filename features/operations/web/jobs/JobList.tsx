import { type ReactNode, useEffect, useState } from 'react'
import { usePages } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { arrowClockwise } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { operationsContract } from '../../contract.ts'
import type { OperatorJob } from '../../contract/jobs.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'
import { filterHref, type JobFilter } from './address.ts'
import { keepRowOrder } from './keep-row-order.ts'
import { JobCard } from './JobCard.tsx'

const refreshMs = 3000

/** Jobs of a kind and state. Running and waiting jobs are read again every few seconds. */
export function JobList({ filter }: { filter: JobFilter }) {
  const pages = usePages(operationsContract.listJobs, { query: { ...filter } })
  const isLive = filter.state === 'active' || filter.state === 'waiting'
  const { refetch } = pages
  useEffect(() => {
    if (!isLive) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && void refetch(), refreshMs)
    return () => clearInterval(timer)
  }, [isLive, refetch])
  return (
    <LoadedContent read={{ ...pages, data: pages.items }} failed={t('jobs.failed')} skeleton={<ListSkeleton label={t('loading')} />}>
      {(jobs) => (
        <StableJobs key={filterHref(filter)} jobs={jobs} filter={filter}>
          <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('loading')} />} />
        </StableJobs>
      )}
    </LoadedContent>
  )
}

interface StableJobsProps {
  jobs: readonly OperatorJob[]
  filter: JobFilter
  /** Content below the rows. */
  children: ReactNode
}

/** Jobs whose rows keep their positions while jobs begin and end, so that rows don't move under the pointer. */
function StableJobs({ jobs, filter, children }: StableJobsProps) {
  const [shownJobs, setShownJobs] = useState(jobs)
  const rows = keepRowOrder(shownJobs, jobs)
  if (rows.length !== shownJobs.length || rows.some((row, index) => row !== shownJobs[index])) setShownJobs(rows)
  if (rows.length === 0)
    return (
      <StateMessage title={filter.state === 'dead' ? t('jobs.none_dead') : t('jobs.none')} picture="none">
        <ButtonLink href={filterHref({})}>{t('jobs.all_kinds')}</ButtonLink>
      </StateMessage>
    )
  const now = new Set(jobs.map(({ id }) => id))
  const shownIds = new Set(rows.map(({ id }) => id))
  const newCount = jobs.filter(({ id }) => !shownIds.has(id)).length
  return (
    <>
      <div className={css.head}>
        <output className={css.quiet}>{newCount > 0 && t('jobs.new_count', { count: newCount })}</output>
        <Button size="s" kind="line" icon={arrowClockwise} onClick={() => setShownJobs(jobs)}>
          {t('jobs.refresh')}
        </Button>
      </div>
      <ul className={css.list} aria-label={t('jobs.title')}>
        {rows.map((job) => (
          <JobCard key={job.id} job={job} isGone={!now.has(job.id)} />
        ))}
      </ul>
      {children}
    </>
  )
}
