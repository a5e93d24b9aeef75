/** Changes cached responses as the server changed its data, so that they need no new request. */
import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import type { FetchedResponse } from './pending-edits.ts'
import { readKey } from './read.ts'

/** Changes the server's data of a cached read. @param change returns the changed data, and the calls whose pending edits it already contains */
export function updateCachedResponse<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: InputOf<E>,
  change: (value: OutputOf<E>) => { value: OutputOf<E>; calls: readonly number[] },
): void {
  const queryKey = [readKey(endpoint, input), 'whole']
  const state = client.getQueryState<FetchedResponse<OutputOf<E>>>(queryKey)
  if (!state?.data) return
  const { data } = state
  const { value, calls } = change(data.value)
  if (value === data.value && calls.length === 0) return
  const includes = calls.length === 0 ? data.includes : new Set([...(data.includes ?? []), ...calls])
  client.setQueryData<FetchedResponse<OutputOf<E>>>(
    queryKey,
    { ...data, value, ...(includes && { includes }) },
    { updatedAt: state.dataUpdatedAt },
  )
}

/** Makes a read stale. It is fetched again now if the response is on screen, else when it is next shown. */
export const markStale = <E extends Endpoint>(client: QueryClient, endpoint: E, input: InputOf<E>): void =>
  void client.invalidateQueries({ queryKey: [readKey(endpoint, input), 'whole'] })
