import { type MutationOptions, type QueryClient, useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, call } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { topicsChanged } from '#kit/contract/topics.ts'
import { send } from './fetch.ts'
import { createIdempotencyKeys } from './idempotency-key.ts'
import { addEdits, confirmEdits, dropEdits, type Edit, editedKeys, runInOrder, targetOf } from './pending-edits.ts'
import { refetchTopics } from './refetch.ts'
import { shellHooks } from './shell-hooks.ts'
import { answeredFacts, type Facts } from './things.ts'
import { keyOf } from './use.ts'

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
