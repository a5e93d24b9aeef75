import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { type ApiError, call, urlOf } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { send } from './fetch.ts'
import { firstAnswer } from './first-data.ts'
import { type Fetched, nextMoment, shown, subscribeToEdits } from './pending-edits.ts'
import { type Cached, type ReadKey, type ReadMeta, retryDelayMs, wholeOf } from './query-client.ts'
import { shareThings } from './things.ts'

/** What tells a read from others: its address, and its body when it is asked for with one (a search). */
export const keyOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>): string => {
  const { body } = input as { body?: unknown }
  return urlOf(endpoint, input) + (body === undefined ? '' : ` ${JSON.stringify(body)}`)
}

/** Asks, and says when it asked. */
async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Fetched<OutputOf<E>>> {
  const askedAt = nextMoment()
  return { askedAt, value: await call(endpoint, input, send) }
}

/** The answer that came with the page: older than everything that is done on it. */
function initialAnswer<E extends Endpoint>(endpoint: E, input: InputOf<E>): Fetched<OutputOf<E>> | undefined {
  const value = firstAnswer(urlOf(endpoint, input)) as OutputOf<E> | undefined
  return value === undefined ? undefined : { askedAt: 0, value }
}

/** A new answer takes over the parts of what was shown that are equal. */
const sharing =
  ({ holds }: Endpoint, key: string) =>
  (before: unknown, next: unknown): unknown => {
    if (before === undefined) return next
    const former = shown({ key, holds, fetched: wholeOf(before as Cached) })
    const share = <T>(fetched: Fetched<T>): Fetched<T> => ({ ...fetched, value: shareThings(holds, former, fetched.value) })
    const answer = next as Cached
    return 'pages' in answer ? { ...answer, pages: answer.pages.map(share) } : share(answer)
  }

const metaOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>): ReadMeta => ({ endpoint, input })

interface ReadOptions {
  /** False: not asked for yet. */
  enabled?: boolean
}
interface RefreshOptions<T> extends ReadOptions {
  /** An answer that will be another soon, without a change of ours: it is fetched again every {@link refreshMs}. */
  isProvisional?: (data: T) => boolean
  /** Default: half a minute. */
  refreshMs?: number
}
const defaultRefreshMs = 30_000

interface ReadState {
  data: unknown
  error: ApiError | null
  errorUpdateCount: number
}

/** Why there is no answer. It stays while the read is repeated: what is on the screen goes when there is something better. */
function useLastError(key: string, { data, error, errorUpdateCount }: ReadState): ApiError | null {
  const [last, setLast] = useState<{ key: string; error: ApiError }>()
  if (error && (last?.error !== error || last.key !== key)) setLast({ key, error })
  if (error || data !== undefined || errorUpdateCount === 0) return error
  return last?.key === key ? last.error : null
}

/** An answer with what is pending laid over it; the same object, and no render, until one of them changes. */
function useShown<T>({ holds }: Endpoint, key: string, fetched: Fetched<T> | undefined): T | undefined {
  return useSyncExternalStore(subscribeToEdits, () => fetched && shown({ key, holds, fetched }))
}

/** How the cache asks for an answer and keeps it. */
function queryOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const key = keyOf(endpoint, input)
  return {
    queryKey: [key, 'whole'] as ReadKey,
    queryFn: () => ask(endpoint, input),
    meta: metaOf(endpoint, input),
    structuralSharing: sharing(endpoint, key),
  }
}

/** The answer of a read, kept fresh: it is fetched again when a change makes stale what it reads, and until it comes when it fails. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { enabled = true, isProvisional, refreshMs = defaultRefreshMs }: RefreshOptions<OutputOf<E>> = {},
) {
  const key = keyOf(endpoint, input)
  const query = useQuery<Fetched<OutputOf<E>>, ApiError, Fetched<OutputOf<E>>, ReadKey>({
    ...queryOf(endpoint, input),
    initialData: () => initialAnswer(endpoint, input),
    enabled,
    refetchInterval: ({ state }) =>
      retryDelayMs(state) ||
      (state.data !== undefined && isProvisional?.(shown({ key, holds: endpoint.holds, fetched: state.data })) === true && refreshMs),
  })
  const data = useShown(endpoint, key, query.data)
  return { data, error: useLastError(key, query), isPending: query.isPending, refetch: query.refetch }
}

/** An answer for what is no component: the one that the screens show while it is fresh, else a new one. @throws ApiError */
export type Read = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>

export const createRead =
  (client: QueryClient): Read =>
  async (endpoint, input) => {
    const { queryKey, ...query } = queryOf(endpoint, input)
    const fetched = await client.fetchQuery({ queryKey, ...query })
    return shown({ key: queryKey[0], holds: endpoint.holds, fetched })
  }

interface Page<T> {
  data: T[]
  next_cursor: string | null
}
type ItemOf<E extends Endpoint> = OutputOf<E> extends Page<infer T> ? T : never
type Pages<E extends Endpoint> = InfiniteData<Fetched<Page<ItemOf<E>>>>

/** A list that comes page by page, also one that is asked for with a body (a search): `items` are all that have come, `more()` gets the next ones. */
export function usePages<E extends Endpoint>(endpoint: E, input: InputOf<E>, { enabled = true }: ReadOptions = {}) {
  const key = keyOf(endpoint, input)
  const at = (cursor: string | null) =>
    ({ ...input, query: { ...(input as { query?: object }).query, ...(cursor && { cursor }) } }) as InputOf<E>
  const query = useInfiniteQuery<Fetched<Page<ItemOf<E>>>, ApiError, Pages<E>, ReadKey, string | null>({
    queryKey: [key, 'pages'],
    queryFn: ({ pageParam }) => ask(endpoint, at(pageParam)) as Promise<Fetched<Page<ItemOf<E>>>>,
    initialPageParam: null,
    getNextPageParam: ({ value }) => value.next_cursor,
    meta: metaOf(endpoint, input),
    structuralSharing: sharing(endpoint, key),
    initialData: () => {
      const first = initialAnswer(endpoint, input) as Fetched<Page<ItemOf<E>>> | undefined
      return first && { pages: [first], pageParams: [null] }
    },
    enabled,
  })
  const items = useShown(endpoint, key, query.data && (wholeOf(query.data) as Fetched<Page<ItemOf<E>>>))?.data
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPending, refetch, fetchNextPage } = query
  return {
    items,
    error: useLastError(key, query),
    isPending,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    refetch,
    more: () => void (hasNextPage && !isFetchingNextPage && fetchNextPage()),
  }
}
