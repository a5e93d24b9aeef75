import type { Query, QueryClient } from '@tanstack/react-query'
import type { Topic } from '#kit/contract/endpoint.ts'
import { topicsRead } from '#kit/contract/topics.ts'
import { withPendingEdits } from './pending-edits.ts'
import { findCachedRead, type ReadMeta } from './query-client.ts'
import { thingsIn } from './things.ts'

/** Whether a read's response depends on one of these topics. */
function isOfTopics(query: Query, topics: ReadonlySet<Topic>): boolean {
  if (!query.meta) return false
  const { endpoint, input } = query.meta as ReadMeta
  const response = findCachedRead(query)
  const value = response && withPendingEdits(response)
  const read = topicsRead(endpoint, input, value)
  const ids = thingsIn(endpoint.thingPlaces, value)
  return [...topics].some((topic) => {
    if (!topic.endsWith('*')) return read.includes(topic) || ids.has(topic)
    const kind = topic.slice(0, -1)
    return [...read, ...ids].some((item) => item.startsWith(kind))
  })
}

/**
 * Fetches stale reads: now if they are on screen, else when next shown.
 * @param edited addresses of reads that already show the change, which are only marked stale
 */
export async function refetchTopics(
  client: QueryClient,
  topics: ReadonlySet<Topic>,
  edited: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (topics.size === 0) return
  const stale = client.getQueryCache().findAll({ predicate: (query) => isOfTopics(query, topics) })
  const isEdited = ({ queryKey: [key] }: Query) => typeof key === 'string' && edited.has(key)
  const editedReads = new Set(stale.filter(isEdited))
  const staleReads = new Set(stale.filter((query) => !isEdited(query)))
  // The first request of a read may have been sent before the change: waits for its response, then fetches again.
  const first = [...staleReads].filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  await Promise.allSettled(first.map(async (query) => query.promise))
  await Promise.all([
    client.invalidateQueries({ predicate: (query) => editedReads.has(query), refetchType: 'none' }),
    client.invalidateQueries({ predicate: (query) => staleReads.has(query) }),
  ])
}
