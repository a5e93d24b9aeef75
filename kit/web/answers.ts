/** Changes cached answers as the server did, instead of reading them again. */
import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import type { Fetched } from './pending-edits.ts'
import { readKey } from './use.ts'

/**
 * Changes the server's data of a cached read.
 * @param callId a call whose edits the changed data includes
 * @param change returns undefined if the data doesn't include the call
 */
export function changeAnswer<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: InputOf<E>,
  callId: number | undefined,
  change: (value: OutputOf<E>) => OutputOf<E> | undefined,
): void {
  const queryKey = [readKey(endpoint, input), 'whole']
  const state = client.getQueryState<Fetched<OutputOf<E>>>(queryKey)
  if (!state?.data) return
  const { data } = state
  const value = change(data.value)
  if (value === undefined || (value === data.value && callId === undefined)) return
  const includes = callId === undefined ? data.includes : new Set([...(data.includes ?? []), callId])
  client.setQueryData<Fetched<OutputOf<E>>>(queryKey, { ...data, value, ...(includes && { includes }) }, { updatedAt: state.dataUpdatedAt })
}

/** Reads it again: now if it is on screen, else when it is next shown. */
export const markStale = <E extends Endpoint>(client: QueryClient, endpoint: E, input: InputOf<E>): void =>
  void client.invalidateQueries({ queryKey: [readKey(endpoint, input), 'whole'] })
