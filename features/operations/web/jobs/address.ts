import { useSyncExternalStore } from 'react'
import { go, pageHistory } from '#shell/navigation.ts'
import { latePaths } from '#shell/late-paths.ts'
import { jobStates, type OperatorJobState } from '../../rules.ts'

/** The jobs that a list shows, as in the page's address. */
export interface JobFilter {
  kind?: string | undefined
  state?: OperatorJobState | undefined
}

export function readFilter(search: string): JobFilter {
  const query = new URLSearchParams(search)
  const kind = query.get('kind') ?? ''
  return { kind: /^[a-z][\da-z-]{0,60}$/.test(kind) ? kind : undefined, state: jobStates.find((state) => state === query.get('state')) }
}

export const filterHref = (filter: JobFilter): string => latePaths.operatorJobs(filter)

const searchHere = () => pageHistory.get().search

/** The filter in the address, so that reloads and links show the same list. */
export const useJobFilter = (): JobFilter => readFilter(useSyncExternalStore(pageHistory.subscribe, searchHere))
export const showJobs = (filter: JobFilter) => go(filterHref(filter), { replace: true })
