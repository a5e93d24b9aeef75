import { useMemo } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type LatestData, useLatestData } from '#kit/web/latest-data.ts'
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

/** A search with its results, whose key is the keyword. While another keyword loads, these are the previous results. */
export interface LatestRead<T> {
  data: LatestData<T> | undefined
  error: ApiError | null
  refetch: () => unknown
}

const latestRead = <T>(latest: LatestData<T> | undefined, error: ApiError | null, refetch: () => unknown): LatestRead<T> => ({
  // If a search fails, shows the error instead of the previous results.
  data: error && latest?.isPrevious ? undefined : latest,
  error,
  refetch,
})

/** Reads the first results of all categories, unless the keyword is too short. */
export function useOverview(search: Search) {
  const { endpoint, query } = createSearchRequest(search, useSignedIn())
  const { data, error, refetch } = useRead(endpoint, { query }, { enabled: isLongEnough(search.keyword) })
  return latestRead(useLatestData(search.keyword, data as SearchResults | undefined), error, refetch)
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
  return { pages, read: latestRead(useLatestData(search.keyword, found), error, refetch) }
}
