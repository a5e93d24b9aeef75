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
import { useState, useSyncExternalStore } from 'react'
import { type ApiError, call, urlOf } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { topicsChanged } from '#kit/contract/topics.ts'
import { send } from './fetch.ts'
import { firstAnswer } from './first-data.ts'
import { createIdempotencyKeys } from './idempotency-key.ts'
import {
  addEdits,
  confirmEdits,
  dropEdits,
  type Edit,
  editedKeys,
  type Fetched,
  nextMoment,
  runInOrder,
  shown,
  subscribeToEdits,
  targetOf,
} from './pending-edits.ts'
import { type Cached, type ReadKey, type ReadMeta, refetchTopics, retryDelayMs, wholeOf } from './query-client.ts'
import { shellHooks } from './shell-hooks.ts'
import { answeredFacts, type Facts, shareThings } from './things.ts'

/** What tells a read from others: its address, and its body when it is asked for with one (a search). */
const keyOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>): string => {
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

/** What an answer looks like with a change that the server has not agreed to yet. Of a list that comes in pages, `change` gets all that has come as one. */
export const edit = <E extends Endpoint>(endpoint: E, input: InputOf<E>, change: (data: OutputOf<E>) => OutputOf<E>): Edit => ({
  key: keyOf(endpoint, input),
  change,
})

/**
 * What a thing looks like with a change, wherever it is shown: in channels, lists, search results, the player. A field that one of these
 * places does not have is left out there.
 * @param facts fields of `T`, or a function that makes them of the thing as it is shown
 */
export const patch = <T extends { id: string }>(type: string, id: string, facts: Partial<T> | ((now: T) => Partial<T>)): Edit => ({
  type,
  id,
  facts: facts as Facts | ((now: never) => Facts),
})

export interface Shows<E extends Endpoint> {
  /**
   * What the screen shows at once. Calls that show something in the same place are made one after the other; a refusal takes back what
   * the call showed, and is said by the shell.
   */
  optimistic?: (input: InputOf<E>) => readonly Edit[]
  /** What the screen shows when the answer has come, beside what `optimistic` has shown and what the answer says of its own thing. */
  confirmed?: (answer: OutputOf<E>, input: InputOf<E>) => readonly Edit[]
}

/**
 * A call that changes something. The fields of the thing that it answers (a video, renamed) are shown wherever that is. What else it
 * makes stale is fetched again when it is on the screen, except for the answers that it has edited, which are only marked; and all of
 * it when the call failed, because it may have been carried out all the same.
 * Without `optimistic` the caller shows `error`. What makes something has an `Idempotency-Key`: see {@link createIdempotencyKeys}.
 */
export function useChange<E extends Endpoint>(
  endpoint: E,
  shows: Shows<E> = {},
): UseMutationResult<OutputOf<E>, ApiError, InputOf<E>, number> {
  const client = useQueryClient()
  const [withKey] = useState(() => createIdempotencyKeys(send))
  return useMutation(mutationOf(client, endpoint, withKey, shows, shows.optimistic && shellHooks.refused))
}

/** The same as a plain function, for what is no component: an action of a menu. The caller says why a call was refused. @throws ApiError */
export type Change = <E extends Endpoint>(endpoint: E, input: InputOf<E>, shows?: Shows<E>) => Promise<OutputOf<E>>

export const createChange =
  (client: QueryClient): Change =>
  (endpoint, input, shows = {}) =>
    client
      .getMutationCache()
      .build(client, mutationOf(client, endpoint, createIdempotencyKeys(send), shows))
      .execute(input)

function mutationOf<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  withKey: ReturnType<typeof createIdempotencyKeys>,
  { optimistic, confirmed }: Shows<E>,
  onRefused?: (error: ApiError) => void,
): MutationOptions<OutputOf<E>, ApiError, InputOf<E>, number> {
  const make = (input: InputOf<E>) =>
    endpoint.idempotencyKey ? withKey(input, (keyed) => call(endpoint, input, keyed)) : call(endpoint, input, send)
  return {
    mutationFn: (input) => runInOrder(optimistic?.(input).map(targetOf) ?? [], () => make(input)),
    onMutate: (input) => addEdits(optimistic?.(input) ?? []),
    onSuccess: (answer, input, callId) => {
      const facts = endpoint.holds && answeredFacts(endpoint.holds, answer)
      confirmEdits(callId, [...(facts ? [facts] : []), ...(confirmed?.(answer, input) ?? [])])
    },
    onError: (error, _, callId) => {
      if (callId !== undefined) dropEdits(callId)
      onRefused?.(error)
    },
    onSettled: (answer, error, input, callId) => {
      const edited = error || callId === undefined ? new Set<string>() : editedKeys(callId)
      const refetched = refetchTopics(client, topicsChanged(endpoint, input, error ? undefined : answer), edited)
      // A refusal is said at once: what is there by now may take its time, without a connection above all.
      return error ? undefined : refetched
    },
  }
}
