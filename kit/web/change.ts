import { type MutationOptions, type QueryClient, useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, callEndpoint } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { topicsChanged } from '#kit/contract/topics.ts'
import { send } from './fetch.ts'
import { createIdempotencyKeys } from './idempotency-key.ts'
import { addEdits, confirmEdits, dropEdits, editedKeys, runInOrder } from './edits.ts'
import { type Edit, editTarget } from './pending-edits.ts'
import { refetchTopics } from './refetch.ts'
import { prepareRepeat } from './repeat.ts'
import { shellHooks } from './shell-hooks.ts'
import { readChangedFields, type ThingFields } from './things.ts'
import { readKey } from './read.ts'

/** Applies an optimistic change to a cached response. For a paged list, `change` gets all loaded pages as one. */
export const editResponse = <E extends Endpoint>(endpoint: E, input: InputOf<E>, change: (data: OutputOf<E>) => OutputOf<E>): Edit => ({
  key: readKey(endpoint, input),
  change,
})

/**
 * Applies an optimistic change to a thing wherever it appears: channels, lists, search results, the player. Skips fields that the thing
 * doesn't have in a response.
 * @param facts fields of `T`, or a function of the current thing
 */
export const patchThing = <T extends { id: string }>(type: string, id: string, facts: Partial<T> | ((now: T) => Partial<T>)): Edit => ({
  type,
  id,
  facts: facts as ThingFields | ((now: never) => ThingFields),
})

export interface ChangeOptions<E extends Endpoint> {
  /**
   * Optimistic edits, shown immediately. Calls that edit the same data run one after the other. A refusal reverts the edits of its call;
   * the shell shows the refusal.
   */
  optimistic?: (input: InputOf<E>) => readonly Edit[]
  /** Changes cached responses as the server did, with `updateCachedResponse`. The call's edits then no longer apply. */
  accepted?: (response: OutputOf<E>, client: QueryClient, callId: number) => void
  /**
   * Repeats the call until a response arrives. Safe, because the server carries out a call with an `op_id` only once. This text describes
   * the call to the user while it waits.
   */
  repeatedAs?: string
  /** Edits to show when the response has arrived, in addition to `optimistic` and the fields in the response. */
  confirmed?: (response: OutputOf<E>, input: InputOf<E>) => readonly Edit[]
}

/**
 * A mutation. The fields of its thing in the response (a renamed video) are shown everywhere. Other stale reads on screen are fetched
 * again, except reads that the call edited, which are only marked stale. After a failed call all are fetched, because the server may have
 * carried it out. Without `optimistic` the caller shows `error`. Creating calls send an `Idempotency-Key`: see {@link
 * createIdempotencyKeys}.
 */
export function useChange<E extends Endpoint>(
  endpoint: E,
  changeOptions: ChangeOptions<E> = {},
): UseMutationResult<OutputOf<E>, ApiError, InputOf<E>, number> {
  const client = useQueryClient()
  const [withKey] = useState(() => createIdempotencyKeys(send))
  return useMutation(mutationOf(client, endpoint, withKey, changeOptions, changeOptions.optimistic && shellHooks.refused))
}

/** A mutation as a plain function, for code outside components such as menu actions. The caller shows refusals. @throws ApiError */
export type ChangeFunction = <E extends Endpoint>(endpoint: E, input: InputOf<E>, shows?: ChangeOptions<E>) => Promise<OutputOf<E>>

export const createChange =
  (client: QueryClient): ChangeFunction =>
  (endpoint, input, changeOptions = {}) =>
    client
      .getMutationCache()
      .build(client, mutationOf(client, endpoint, createIdempotencyKeys(send), changeOptions))
      .execute(input)

function mutationOf<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  withKey: ReturnType<typeof createIdempotencyKeys>,
  { optimistic, confirmed, accepted, repeatedAs }: ChangeOptions<E>,
  onRefused?: (error: ApiError) => void,
): MutationOptions<OutputOf<E>, ApiError, InputOf<E>, number> {
  const make = (input: InputOf<E>) =>
    endpoint.idempotencyKey ? withKey(input, (keyed) => callEndpoint(endpoint, input, keyed)) : callEndpoint(endpoint, input, send)
  /** Prepares repeats of a call before its turn, so that a call that waits for another waiting call is stored too. */
  const prepare = (input: InputOf<E>, text: string) => {
    const { op_id: id } = (input as { body: { op_id: string } }).body
    return prepareRepeat({ kept: { id, path: endpoint.path, input, text } })
  }
  return {
    mutationFn: (input) => {
      const repeat = repeatedAs === undefined ? undefined : prepare(input, repeatedAs)
      return runInOrder(optimistic?.(input).map(editTarget) ?? [], () => (repeat ? repeat(() => make(input)) : make(input)))
    },
    onMutate: (input) => addEdits(optimistic?.(input) ?? []),
    onSuccess: (response, input, callId) => {
      const facts = endpoint.thingPlaces && readChangedFields(endpoint.thingPlaces, response)
      confirmEdits(callId, [...(facts ? [facts] : []), ...(confirmed?.(response, input) ?? [])])
      accepted?.(response, client, callId)
    },
    onError: (error, _, callId) => {
      if (callId !== undefined) dropEdits(callId)
      onRefused?.(error)
    },
    onSettled: (response, error, input, callId) => {
      const edited = error || callId === undefined ? new Set<string>() : editedKeys(callId)
      const refetched = refetchTopics(client, topicsChanged(endpoint, input, error ? undefined : response), edited)
      // Returns a refusal before the refetch, which may take long without a connection.
      return error ? undefined : refetched
    },
  }
}
