import { useEffect } from 'react'
import { usePages } from '#kit/web/use.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { State } from '#ui/State.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { operationsContract } from '../../contract.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'
import { filterHref, type JobFilter } from './address.ts'
import { JobCard } from './JobCard.tsx'

const refreshMs = 3000

/** Jobs of a kind and state. Running and waiting ones are read again every few seconds. */
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
    <Loaded read={{ ...pages, data: pages.items }} failed={t('jobs.failed')} skeleton={<ListSkeleton label={t('loading')} />}>
      {(jobs) =>
        jobs.length === 0 ? (
          <State title={filter.state === 'dead' ? t('jobs.none_dead') : t('jobs.none')} picture="none">
            <ButtonLink href={filterHref({})}>{t('jobs.all_kinds')}</ButtonLink>
          </State>
        ) : (
          <>
            <ul className={css.list} aria-label={t('jobs.title')}>
              {jobs.map((job) => (
                <JobCard key={job.id} job={job} />
              ))}
            </ul>
            <MoreBelow pages={pages} skeleton={<ListSkeleton label={t('loading')} />} />
          </>
        )
      }
    </Loaded>
  )
}
