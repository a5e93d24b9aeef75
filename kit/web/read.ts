import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { type ApiError, callEndpoint, endpointUrl } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { send } from './fetch.ts'
import { firstResponse } from './first-data.ts'
import { type FetchedResponse, nextTick, subscribeToEdits, withPendingEdits } from './pending-edits.ts'
import { type CachedResponse, type ReadKey, type ReadMeta, retryDelayMs, mergeResponse } from './query-client.ts'
import { shareThings } from './things.ts'

/** Identifies a read: its address, and its body for searches. */
export const readKey = <E extends Endpoint>(endpoint: E, input: InputOf<E>): string => {
  const { body } = input as { body?: unknown }
  return endpointUrl(endpoint, input) + (body === undefined ? '' : ` ${JSON.stringify(body)}`)
}

/** Sends the request and records when. */
async function requestResponse<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<FetchedResponse<OutputOf<E>>> {
  const sentAt = nextTick()
  return { sentAt, value: await callEndpoint(endpoint, input, send) }
}

/** Returns the response that the page embeds, if any. Its tick is lower than the tick of every change made on the page. */
function initialResponse<E extends Endpoint>(endpoint: E, input: InputOf<E>): FetchedResponse<OutputOf<E>> | undefined {
  const value = firstResponse(endpointUrl(endpoint, input)) as OutputOf<E> | undefined
  return value === undefined ? undefined : { sentAt: 0, value }
}

/** Reuses equal parts of the previous response. */
const shareStructure =
  ({ thingPlaces }: Endpoint, key: string) =>
  (before: unknown, next: unknown): unknown => {
    if (before === undefined) return next
    const previousResponse = withPendingEdits({ key, thingPlaces, fetched: mergeResponse(before as CachedResponse) })
    const share = <T>(fetched: FetchedResponse<T>): FetchedResponse<T> => ({
      ...fetched,
      value: shareThings(thingPlaces, previousResponse, fetched.value),
    })
    const response = next as CachedResponse
    return 'pages' in response ? { ...response, pages: response.pages.map(share) } : share(response)
  }

interface ReadOptions {
  /** False postpones the request. */
  enabled?: boolean
}
interface RefreshOptions<T> extends ReadOptions {
  /** True while the data changes by itself; it is then refetched every {@link refreshMs}. */
  isProvisional?: (data: T) => boolean
  /** Default: 30 s. */
  refreshMs?: number
}
const defaultRefreshMs = 30_000

interface ReadState {
  data: unknown
  error: ApiError | null
  errorUpdateCount: number
  failureCount: number
  failureReason: ApiError | null
}

/** Returns the error of a read, from the second failed attempt on. The error stays during retries until data arrives. */
function useLastError(key: string, { data, error: finalError, errorUpdateCount, failureCount, failureReason }: ReadState): ApiError | null {
  const [last, setLast] = useState<{ key: string; error: ApiError }>()
  const error = finalError ?? (failureCount > 1 ? failureReason : null)
  if (error && (last?.error !== error || last.key !== key)) setLast({ key, error })
  if (error || data !== undefined || errorUpdateCount === 0) return error
  return last?.key === key ? last.error : null
}

/** Returns the response with pending edits applied; memoised until either changes. */
function useEditedResponse<T>({ thingPlaces }: Endpoint, key: string, fetched: FetchedResponse<T> | undefined): T | undefined {
  return useSyncExternalStore(subscribeToEdits, () => fetched && withPendingEdits({ key, thingPlaces, fetched }))
}

/** Cache options of a read. */
function queryOptions<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const key = readKey(endpoint, input)
  return {
    queryKey: [key, 'whole'] as ReadKey,
    queryFn: () => requestResponse(endpoint, input),
    meta: { endpoint, input } satisfies ReadMeta,
    structuralSharing: shareStructure(endpoint, key),
  }
}

/** A read that stays fresh: refetches when a change makes it stale, and retries failures. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { enabled = true, isProvisional, refreshMs = defaultRefreshMs }: RefreshOptions<OutputOf<E>> = {},
) {
  const key = readKey(endpoint, input)
  const query = useQuery<FetchedResponse<OutputOf<E>>, ApiError, FetchedResponse<OutputOf<E>>, ReadKey>({
    ...queryOptions(endpoint, input),
    initialData: () => initialResponse(endpoint, input),
    enabled,
    refetchInterval: ({ state }) =>
      retryDelayMs(state) ||
      (state.data !== undefined &&
        isProvisional?.(withPendingEdits({ key, thingPlaces: endpoint.thingPlaces, fetched: state.data })) === true &&
        refreshMs),
  })
  const data = useEditedResponse(endpoint, key, query.data)
  return { data, error: useLastError(key, query), isPending: query.isPending, refetch: query.refetch }
}

/** A read outside components: the cached response while fresh, else a new one. @throws ApiError */
export type ReadFunction = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>

export const createRead =
  (client: QueryClient): ReadFunction =>
  async (endpoint, input) => {
    const { queryKey, ...query } = queryOptions(endpoint, input)
    const fetched = await client.fetchQuery({ queryKey, ...query })
    return withPendingEdits({ key: queryKey[0], thingPlaces: endpoint.thingPlaces, fetched })
  }

export interface Page<T> {
  data: T[]
  next_cursor: string | null
}
type PageOf<E extends Endpoint> = Extract<OutputOf<E>, Page<unknown>>
type ItemOf<E extends Endpoint> = PageOf<E>['data'][number]
type Pages<E extends Endpoint> = InfiniteData<FetchedResponse<Page<ItemOf<E>>>>

const isOutdatedCursor = ({ status, body }: ApiError) => status === 422 && 'cursor' in body.errors

/** A paged list, including searches with a body: `items` are all loaded items, `first` is the first page with its other fields, `more()` loads the next page. */
export function usePages<E extends Endpoint>(endpoint: E, input: InputOf<E>, { enabled = true }: ReadOptions = {}) {
  const key = readKey(endpoint, input)
  const pageAt = (cursor: string | null) =>
    ({ ...input, query: { ...(input as { query?: object }).query, ...(cursor && { cursor }) } }) as InputOf<E>
  const query = useInfiniteQuery<FetchedResponse<Page<ItemOf<E>>>, ApiError, Pages<E>, ReadKey, string | null>({
    queryKey: [key, 'pages'],
    queryFn: ({ pageParam }) => requestResponse(endpoint, pageAt(pageParam)) as Promise<FetchedResponse<Page<ItemOf<E>>>>,
    initialPageParam: null,
    getNextPageParam: ({ value }) => value.next_cursor,
    meta: { endpoint, input } satisfies ReadMeta,
    structuralSharing: shareStructure(endpoint, key),
    initialData: () => {
      const first = initialResponse(endpoint, input) as FetchedResponse<Page<ItemOf<E>>> | undefined
      return first && { pages: [first], pageParams: [null] }
    },
    enabled,
  })
  const items = useEditedResponse(endpoint, key, query.data && (mergeResponse(query.data) as FetchedResponse<Page<ItemOf<E>>>))?.data
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPending, refetch, fetchNextPage } = query
  /** After an update the server refuses earlier cursors. Reading again from the first page gives new cursors. */
  const loadNext = async () => {
    const { error } = await fetchNextPage()
    if (error && isOutdatedCursor(error) && !(await refetch()).error) await fetchNextPage()
  }
  return {
    items,
    first: query.data?.pages[0]?.value as PageOf<E> | undefined,
    error: useLastError(key, query),
    isPending,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    refetch,
    more: () => void (hasNextPage && !isFetchingNextPage && loadNext()),
  }
}
