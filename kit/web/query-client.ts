import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { topicsRead } from '#kit/contract/topics.ts'
import { isTransient } from './failures.ts'
import { type CachedRead, type FetchedResponse, pruneEdits } from './pending-edits.ts'

/** How long a response is fresh, in ms. Going back to a page within this time needs no request. */
const staleTimeMs = 30_000

/** How long an unused response stays cached, in ms, so that seen pages open offline. The cache is cleared when the user changes. */
const cacheMs = 30 * 60_000

/**
 * Number of immediate retries of a failed read. After these, the error shows, and retries continue in the background with growing delays.
 */
const maxQuickRetries = 2
const firstRetryDelayMs = 4_000
const maxRetryDelayMs = 60_000

/** Cache key of a read: its address and body as text, and whether the response is whole or in pages. */
export type ReadKey = readonly [key: string, kind: 'whole' | 'pages']

/** Parts of a call that fill topics. */
type Input = Parameters<typeof topicsRead>[1]

/** The endpoint and input of a cached read. */
export interface ReadMeta extends Record<string, unknown> {
  endpoint: Pick<Endpoint, 'reads' | 'thingPlaces'>
  input: Input
}

/** A cached response: single or paged. */
export type CachedResponse = FetchedResponse<unknown> | FetchedPages
interface FetchedPages {
  pages: readonly FetchedResponse<{ data: readonly unknown[]; next_cursor: string | null }>[]
}

const merged = new WeakMap<FetchedPages, FetchedResponse<unknown>>()

/** Joins loaded pages into one response, with the request time of the oldest page. Memoised per pages object. */
function mergePages(list: FetchedPages): FetchedResponse<unknown> {
  const before = merged.get(list)
  if (before) return before
  const { pages } = list
  const fetched = {
    sentAt: Math.min(...pages.map(({ sentAt }) => sentAt)),
    value: { data: pages.flatMap(({ value }) => value.data), next_cursor: pages.at(-1)?.value.next_cursor ?? null },
  }
  merged.set(list, fetched)
  return fetched
}

/** Returns a single or paged response as one response. */
export const mergeResponse = (cached: CachedResponse): FetchedResponse<unknown> => ('pages' in cached ? mergePages(cached) : cached)

/** Returns the cached data of a read; undefined if there is none or it isn't a contract read. */
export function findCachedRead({ queryKey: [key], meta, state: { data } }: Query): CachedRead | undefined {
  if (typeof key !== 'string' || !meta || typeof data !== 'object' || data === null) return undefined
  const { thingPlaces } = (meta as ReadMeta).endpoint
  return { key, thingPlaces, fetched: mergeResponse(data as CachedResponse) }
}

/** Delay before a failed read is requested again; false if the read didn't fail, or was refused. */
export const retryDelayMs = ({ error, errorUpdateCount }: { error: unknown; errorUpdateCount: number }): number | false =>
  isTransient(error) && Math.min(firstRetryDelayMs * 2 ** (errorUpdateCount - 1), maxRetryDelayMs)

/** The page's query cache. Refusals are final; other failures are retried until they succeed. */
export function createQueryClient(): QueryClient {
  const queryCache: QueryCache = new QueryCache({
    onSuccess() {
      const queries = queryCache.getAll()
      // A response in flight may have been requested before an edit was confirmed, so the edit must stay until it arrives.
      if (queries.some(({ state }) => state.fetchStatus === 'fetching')) return
      pruneEdits(queries.flatMap((query) => findCachedRead(query) ?? []))
    },
  })
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        gcTime: cacheMs,
        retry: (failures, error) => failures < maxQuickRetries && isTransient(error),
        refetchInterval: ({ state }) => retryDelayMs(state),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
