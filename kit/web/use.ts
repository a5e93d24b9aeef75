import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ApiError, call, urlOf } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { send } from './fetch.ts'
import { firstAnswer } from './first-data.ts'
import { shellHooks } from './shell-hooks.ts'

/** How the cache knows a read: by its address, with what it is made of beside it. */
const read = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
  const url = urlOf(endpoint, input)
  return {
    queryKey: [url] as const,
    queryFn: () => call(endpoint, input, send),
    meta: { reads: endpoint.reads ?? [] },
    initialData: () => firstAnswer(url) as OutputOf<E> | undefined,
  }
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

/** The answer of a read, kept fresh: it is fetched again when a change makes stale what it reads. */
export const useRead = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { enabled = true, isProvisional }: RefreshOptions<OutputOf<E>> = {},
) =>
  useQuery<OutputOf<E>, ApiError>({
    ...read(endpoint, input),
    enabled,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isProvisional?.(data) ? refreshMs : false),
  })

interface Page<T> {
  data: T[]
  next_cursor: string | null
}
type ItemOf<E extends Endpoint> = OutputOf<E> extends Page<infer T> ? T : never

/** A list that comes page by page, also one that is asked for with a body (a search): `items` are all that have come, `more()` gets the next ones. */
export function usePages<E extends Endpoint>(endpoint: E, input: InputOf<E>, { enabled = true }: ReadOptions = {}) {
  const url = urlOf(endpoint, input)
  const at = (cursor: string | null) =>
    ({ ...input, query: { ...(input as { query?: object }).query, ...(cursor && { cursor }) } }) as InputOf<E>
  const first = firstAnswer(url) as Page<ItemOf<E>> | undefined
  const pages = useInfiniteQuery<Page<ItemOf<E>>, ApiError, InfiniteData<Page<ItemOf<E>>>, QueryKey, string | null>({
    queryKey: [url, 'pages', (input as { body?: unknown }).body],
    queryFn: ({ pageParam }) => call(endpoint, at(pageParam), send) as Promise<Page<ItemOf<E>>>,
    initialPageParam: null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    meta: { reads: endpoint.reads ?? [] },
    initialData: () => first && { pages: [first], pageParams: [null] },
    enabled,
  })
  return {
    ...pages,
    items: pages.data?.pages.flatMap(({ data }) => data),
    more: () => void (pages.hasNextPage && !pages.isFetchingNextPage && pages.fetchNextPage()),
  }
}

/** A change to an answer in the cache that is shown before the server has agreed to it. */
export interface Edit {
  key: readonly [string]
  change: (data: never) => unknown
}
export const edit = <E extends Endpoint>(endpoint: E, input: InputOf<E>, change: (data: OutputOf<E>) => OutputOf<E>): Edit => ({
  key: read(endpoint, input).queryKey,
  change,
})

/**
 * A call that changes something. After a success everything that reads what it changes is fetched again.
 * With `shows` the screen changes at once; a refusal puts it back and says why. Without it the caller shows `error`.
 */
export function useChange<E extends Endpoint>(
  endpoint: E,
  shows?: (input: InputOf<E>) => readonly Edit[],
): UseMutationResult<OutputOf<E>, ApiError, InputOf<E>> {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input, send),
    onMutate: async (input: InputOf<E>) => {
      const edits = shows?.(input) ?? []
      await Promise.all(edits.map(({ key }) => cache.cancelQueries({ queryKey: key, exact: true })))
      const before = edits.map(({ key }) => [key, cache.getQueryData(key)] as const)
      for (const { key, change } of edits) cache.setQueryData(key, (data) => data && change(data as never))
      return before
    },
    onError: (error: ApiError, _, before) => {
      if (!shows) return
      for (const [key, data] of before ?? []) cache.setQueryData(key, data)
      shellHooks.refused(error)
    },
    onSettled: (_, error) => {
      const stale = endpoint.changes ?? []
      const fetched = cache.invalidateQueries({
        predicate: ({ meta }) => (meta?.['reads'] as readonly string[] | undefined)?.some((topic) => stale.includes(topic)) ?? false,
      })
      // A refusal is said at once: what is there by now may take its time, without a connection above all.
      return error ? undefined : fetched
    },
  })
}
