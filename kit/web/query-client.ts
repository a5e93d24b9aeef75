import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { topicsRead } from '#kit/contract/topics.ts'
import { isTransient } from './failures.ts'
import { type Answer, type Fetched, pruneEdits } from './pending-edits.ts'

/** How long an answer counts as fresh: going back to a page shows it without asking again. */
const staleTimeMs = 30_000

/** How long an answer is kept once no screen shows it: what was seen can be opened without a network. Another viewer starts anew. */
const keptMs = 30 * 60_000

/** A read that failed is repeated at once this often; then it shows why it failed, and goes on in the background, ever more slowly. */
const maxQuickRetries = 2
const firstRetryDelayMs = 4_000
const maxRetryDelayMs = 60_000

/** How the cache knows a read: its address and body as one text, and how its answer is kept. */
export type ReadKey = readonly [key: string, kind: 'whole' | 'pages']

/** Parts of a call that topics are filled from. */
type Input = Parameters<typeof topicsRead>[1]

/** The call that a read in the cache is made with. */
export interface ReadMeta extends Record<string, unknown> {
  endpoint: Pick<Endpoint, 'reads' | 'holds'>
  input: Input
}

/** An answer as the cache keeps it: whole, or page by page. */
export type Cached = Fetched<unknown> | FetchedPages
interface FetchedPages {
  pages: readonly Fetched<{ data: readonly unknown[]; next_cursor: string | null }>[]
}

const merged = new WeakMap<FetchedPages, Fetched<unknown>>()

/** All that has come of a list as one page, which was asked for when its oldest part was. The same object for the same pages. */
function mergePages(list: FetchedPages): Fetched<unknown> {
  const before = merged.get(list)
  if (before) return before
  const { pages } = list
  const fetched = {
    askedAt: Math.min(...pages.map(({ askedAt }) => askedAt)),
    value: { data: pages.flatMap(({ value }) => value.data), next_cursor: pages.at(-1)?.value.next_cursor ?? null },
  }
  merged.set(list, fetched)
  return fetched
}

/** An answer as one, however it came. */
export const wholeOf = (cached: Cached): Fetched<unknown> => ('pages' in cached ? mergePages(cached) : cached)

/** What the cache has of a read; undefined: nothing yet, or it is no read of a contract. */
export function answerOf({ queryKey: [key], meta, state: { data } }: Query): Answer | undefined {
  if (typeof key !== 'string' || !meta || typeof data !== 'object' || data === null) return undefined
  const { holds } = (meta as ReadMeta).endpoint
  return { key, holds, fetched: wholeOf(data as Cached) }
}

/** How long a read that failed waits before it is asked for again; false: it did not fail, or was refused. */
export const retryDelayMs = ({ error, errorUpdateCount }: { error: unknown; errorUpdateCount: number }): number | false =>
  isTransient(error) && Math.min(firstRetryDelayMs * 2 ** (errorUpdateCount - 1), maxRetryDelayMs)

/** The cache of the page. A refusal is final; a read that failed for another reason is repeated until it is answered. */
export function createQueryClient(): QueryClient {
  const queryCache: QueryCache = new QueryCache({
    onSuccess() {
      const all = queryCache.getAll()
      // An answer that is under way may have been asked for before an edit was confirmed: the edit has to stay for it.
      if (all.some(({ state }) => state.fetchStatus === 'fetching')) return
      pruneEdits(all.flatMap((query) => answerOf(query) ?? []))
    },
  })
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        gcTime: keptMs,
        retry: (failures, error) => failures < maxQuickRetries && isTransient(error),
        refetchInterval: ({ state }) => retryDelayMs(state),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
