import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { isTransient } from './failures.ts'
import { forgetEdits, type Fetched } from './pending-edits.ts'

/** How long an answer counts as fresh: going back to a page shows it without asking again. */
const freshMs = 30_000

/** A read that failed is repeated at once this often; then it shows why it failed, and goes on in the background, ever more slowly. */
const maxQuickRepeats = 2
const firstRepeatMs = 4_000
const slowestRepeatMs = 60_000

/** How the cache knows a read: its address and body as one text, and how its answer is kept. */
export type ReadKey = readonly [key: string, kind: 'whole' | 'pages']

/** The moment at which what is in the cache was asked for: of pages, the oldest. */
const askedAt = (data: unknown): number =>
  'pages' in (data as object)
    ? Math.min(...(data as { pages: Fetched<unknown>[] }).pages.map((page) => page.askedAt))
    : (data as Fetched<unknown>).askedAt

/** How long a read that failed waits before it is asked for again; false: it did not fail, or was refused. */
export const repeatMs = ({ error, errorUpdateCount }: { error: unknown; errorUpdateCount: number }): number | false =>
  isTransient(error) && Math.min(firstRepeatMs * 2 ** (errorUpdateCount - 1), slowestRepeatMs)

/** The cache of the page. A refusal is final; a read that failed for another reason is repeated until it is answered. */
export function createQueryClient(): QueryClient {
  const queryCache: QueryCache = new QueryCache({
    onSuccess(_, { queryKey: [key] }: { queryKey: QueryKey }) {
      if (typeof key !== 'string') return
      const copies = queryCache.findAll({ queryKey: [key] }).flatMap(({ state: { data } }) => (data === undefined ? [] : [data]))
      forgetEdits(key, Math.min(...copies.map(askedAt)))
    },
  })
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: (failures, error) => failures < maxQuickRepeats && isTransient(error),
        refetchInterval: ({ state }) => repeatMs(state),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
