import {
  type InfiniteData,
  type MutationOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type ApiError, call, urlOf } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { send } from './fetch.ts'
import { firstAnswer } from './first-data.ts'
import { createIdempotencyKeys } from './idempotency-key.ts'
import {
  addEdits,
  dropEdits,
  type Edit,
  type Fetched,
  inTurn,
  nextMoment,
  settleEdits,
  usePendingEdits,
  withEdits,
} from './pending-edits.ts'
import { type ReadKey, repeatMs } from './query-client.ts'
import { shellHooks } from './shell-hooks.ts'

/** What tells a read from others: its address, and its body when it is asked for with one (a search). */
const keyOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>): string => {
  const { body } = input as { body?: unknown }
  return urlOf(endpoint, input) + (body === undefined ? '' : ` ${JSON.stringify(body)}`)
}

/** Asks, and says when it asked. */
async function fetched<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Fetched<OutputOf<E>>> {
  const askedAt = nextMoment()
  return { askedAt, value: await call(endpoint, input, send) }
}

/** The answer that came with the page: older than everything that is done on it. */
function firstFetched<E extends Endpoint>(endpoint: E, input: InputOf<E>): Fetched<OutputOf<E>> | undefined {
  const value = firstAnswer(urlOf(endpoint, input)) as OutputOf<E> | undefined
  return value === undefined ? undefined : { askedAt: 0, value }
}

interface ReadOptions {
  /** False: not asked for yet. */
  enabled?: boolean
}
interface RefreshOptions<T> extends ReadOptions {
  /** An answer that will be another soon, without a change of ours: it is fetched again every half a minute. */
  isProvisional?: (data: T) => boolean
}
const refreshMs = 30_000

interface Asking {
  data: unknown
  error: ApiError | null
  errorUpdateCount: number
}

/** Why there is no answer. It stays while the read is repeated: what is on the screen goes when there is something better. */
function useReason(key: string, { data, error, errorUpdateCount }: Asking): ApiError | null {
  const [last, setLast] = useState<{ key: string; error: ApiError }>()
  if (error && (last?.error !== error || last.key !== key)) setLast({ key, error })
  if (error || data !== undefined || errorUpdateCount === 0) return error
  return last?.key === key ? last.error : null
}

/** The answer of a read, kept fresh: it is fetched again when a change makes stale what it reads, and until it comes when it fails. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { enabled = true, isProvisional }: RefreshOptions<OutputOf<E>> = {},
) {
  const key = keyOf(endpoint, input)
  const query = useQuery<Fetched<OutputOf<E>>, ApiError, Fetched<OutputOf<E>>, ReadKey>({
    queryKey: [key, 'whole'],
    queryFn: () => fetched(endpoint, input),
    meta: { reads: endpoint.reads ?? [] },
    initialData: () => firstFetched(endpoint, input),
    enabled,
    refetchInterval: ({ state }) =>
      repeatMs(state) || (state.data !== undefined && isProvisional?.(state.data.value) === true && refreshMs),
  })
  const answer = query.data
  const pending = usePendingEdits(key)
  const data = useMemo(() => answer && withEdits(answer, pending), [answer, pending])
  return { data, error: useReason(key, query), isPending: query.isPending, refetch: query.refetch }
}

interface Page<T> {
  data: T[]
  next_cursor: string | null
}
type ItemOf<E extends Endpoint> = OutputOf<E> extends Page<infer T> ? T : never
type Pages<E extends Endpoint> = InfiniteData<Fetched<Page<ItemOf<E>>>>

/** All that has come of a list as one page, which was asked for when its oldest part was. */
const joined = <E extends Endpoint>({ pages }: Pages<E>): Fetched<Page<ItemOf<E>>> => ({
  askedAt: Math.min(...pages.map(({ askedAt }) => askedAt)),
  value: { data: pages.flatMap(({ value }) => value.data), next_cursor: pages.at(-1)?.value.next_cursor ?? null },
})

/** A list that comes page by page, also one that is asked for with a body (a search): `items` are all that have come, `more()` gets the next ones. */
export function usePages<E extends Endpoint>(endpoint: E, input: InputOf<E>, { enabled = true }: ReadOptions = {}) {
  const key = keyOf(endpoint, input)
  const at = (cursor: string | null) =>
    ({ ...input, query: { ...(input as { query?: object }).query, ...(cursor && { cursor }) } }) as InputOf<E>
  const query = useInfiniteQuery<Fetched<Page<ItemOf<E>>>, ApiError, Pages<E>, ReadKey, string | null>({
    queryKey: [key, 'pages'],
    queryFn: ({ pageParam }) => fetched(endpoint, at(pageParam)) as Promise<Fetched<Page<ItemOf<E>>>>,
    initialPageParam: null,
    getNextPageParam: ({ value }) => value.next_cursor,
    meta: { reads: endpoint.reads ?? [] },
    initialData: () => {
      const first = firstFetched(endpoint, input) as Fetched<Page<ItemOf<E>>> | undefined
      return first && { pages: [first], pageParams: [null] }
    },
    enabled,
  })
  const answer = query.data
  const pending = usePendingEdits(key)
  const items = useMemo(() => answer && withEdits(joined<E>(answer), pending).data, [answer, pending])
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPending, refetch, fetchNextPage } = query
  return {
    items,
    error: useReason(key, query),
    isPending,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    refetch,
    more: () => void (hasNextPage && !isFetchingNextPage && fetchNextPage()),
  }
}

/** What an answer looks like with a change that the server has not agreed to yet. Of a list that comes in pages, `change` gets all that has come as one. */
export const edit = <E extends Endpoint>(endpoint: E, input: InputOf<E>, change: (data: OutputOf<E>) => OutputOf<E>): Edit => ({
  key: keyOf(endpoint, input),
  change,
})

/**
 * A call that changes something. Afterwards everything that reads what it changes is fetched again, also when it failed: it may
 * have been carried out all the same.
 * With `shows` the screen changes at once, and such calls are made one after the other; a refusal takes back what it showed and
 * says why. Without it the caller shows `error`. What makes something has an `Idempotency-Key`: see {@link createIdempotencyKeys}.
 */
export function useChange<E extends Endpoint>(endpoint: E, shows?: Shows<E>): UseMutationResult<OutputOf<E>, ApiError, InputOf<E>, number> {
  const cache = useQueryClient()
  const [withKey] = useState(() => createIdempotencyKeys(send))
  return useMutation(mutationOf(cache, endpoint, withKey, shows))
}

/** The same as a plain function, for what is no component: an action of a menu. @throws ApiError */
export type Change = <E extends Endpoint>(endpoint: E, input: InputOf<E>, shows?: Shows<E>) => Promise<OutputOf<E>>

export const createChange =
  (cache: QueryClient): Change =>
  (endpoint, input, shows) =>
    cache
      .getMutationCache()
      .build(cache, mutationOf(cache, endpoint, createIdempotencyKeys(send), shows))
      .execute(input)

/** What is on the screen as soon as a call is made. */
type Shows<E extends Endpoint> = (input: InputOf<E>) => readonly Edit[]

function mutationOf<E extends Endpoint>(
  cache: QueryClient,
  endpoint: E,
  withKey: ReturnType<typeof createIdempotencyKeys>,
  shows: Shows<E> | undefined,
): MutationOptions<OutputOf<E>, ApiError, InputOf<E>, number> {
  const make = (input: InputOf<E>) =>
    endpoint.idempotencyKey ? withKey(input, (keyed) => call(endpoint, input, keyed)) : call(endpoint, input, send)
  return {
    mutationFn: (input: InputOf<E>) => inTurn(shows?.(input).map(({ key }) => key) ?? [], () => make(input)),
    onMutate: (input: InputOf<E>) => addEdits(shows?.(input) ?? []),
    onSuccess: (_, __, edits) => settleEdits(edits),
    onError: (error: ApiError, _, edits) => {
      if (!shows) return
      if (edits !== undefined) dropEdits(edits)
      shellHooks.refused(error)
    },
    onSettled: (_, error) => {
      const stale = endpoint.changes ?? []
      const refetched = cache.invalidateQueries({
        predicate: ({ meta }) => (meta?.['reads'] as readonly string[] | undefined)?.some((topic) => stale.includes(topic)) ?? false,
      })
      // A refusal is said at once: what is there by now may take its time, without a connection above all.
      return error ? undefined : refetched
    },
  }
}
