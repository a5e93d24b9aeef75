import { useMemo, useState } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { usePages, useRead } from '#kit/web/read.ts'
import { searchContract, type SearchResults } from '../contract.ts'
import type { Category, Sort } from '../rules.ts'
import { isLongEnough } from '../tokens.ts'

/** The things that a search covers: everything that the user may find, or only their own things. */
export const scopes = ['all', 'my'] as const
export type Scope = (typeof scopes)[number]

export interface Search {
  keyword: string
  scope: Scope
}

/** Returns the request. Guests use another endpoint. */
export const createSearchRequest = ({ keyword, scope }: Search, signedIn: boolean) =>
  signedIn
    ? { endpoint: searchContract.searchAsUser, query: { keyword, type: scope } }
    : // The same call without `type`.
      { endpoint: searchContract.search as unknown as typeof searchContract.searchAsUser, query: { keyword } }

/** Results of a search. While a new keyword loads, these are the results of the previous one. */
export interface LatestResult<T> {
  keyword: string
  data: T
  isPrevious: boolean
}

/** Returns the former results until those of the new keyword arrive. */
function useLatestResult<T extends object>(keyword: string, data: T | undefined): LatestResult<T> | undefined {
  const [last, setLast] = useState<{ keyword: string; data: T }>()
  if (data && (last?.data !== data || last.keyword !== keyword)) setLast({ keyword, data })
  if (data) return { keyword, data, isPrevious: false }
  return last && { ...last, isPrevious: true }
}

export interface LatestRead<T> {
  data: LatestResult<T> | undefined
  error: ApiError | null
  refetch: () => unknown
}

const latestRead = <T>(latest: LatestResult<T> | undefined, error: ApiError | null, refetch: () => unknown): LatestRead<T> => ({
  // If a search fails, shows the error instead of the previous results.
  data: error && latest?.isPrevious ? undefined : latest,
  error,
  refetch,
})

/** Reads the first results of all categories, unless the keyword is too short. */
export function useOverview(search: Search) {
  const { endpoint, query } = createSearchRequest(search, useSignedIn())
  const { data, error, refetch } = useRead(endpoint, { query }, { enabled: isLongEnough(search.keyword) })
  return latestRead(useLatestResult(search.keyword, data as SearchResults | undefined), error, refetch)
}

/** Reads all results of a category, in pages. */
export function useCategory(search: Search, category: Category, sort: Sort) {
  const { endpoint, query } = createSearchRequest(search, useSignedIn())
  // Declares the things in `data` as those of the category's field, because the endpoint's schema leaves the item type open.
  const itemCounts = (endpoint as Endpoint).thingPlaces?.fields?.[category]
  const paged = itemCounts ? { ...endpoint, thingPlaces: { fields: { data: itemCounts } } } : endpoint
  const pages = usePages(paged, { query: { ...query, category, ...(sort !== 'relevance' && { sort }) } })
  const { items, first, error, refetch } = pages
  const found = useMemo(() => items && first && { items, count: first.count }, [items, first])
  return { pages, read: latestRead(useLatestResult(search.keyword, found), error, refetch) }
}
