import type { ThingPlaces } from '#kit/contract/things.ts'
import { type ThingFields, patchThingIn, shareThings, thingsIn } from './things.ts'

/**
 * Optimistic edits, shown before the server has accepted them and until a response includes them. The cache holds server data only; pending
 * edits are applied on top, in call order. A refused edit therefore reverts only itself, and a response requested before an edit doesn't
 * undo the edit.
 */

/** A response, and the {@link nextTick} at which it was requested. */
export interface FetchedResponse<T> {
  sentAt: number
  value: T
  /** Calls whose changes the value includes, even if they were made after the request. */
  includes?: ReadonlySet<number>
}

/** A change to one read's response, by the read's address and body. */
export interface ReadEdit {
  key: string
  change: (data: never) => unknown
}
/** Changed fields of one thing, wherever it appears; a function gets the current thing. Skips fields that a response doesn't have. */
export interface ThingEdit {
  type: string
  id: string
  facts: ThingFields | ((now: never) => ThingFields)
}
export type Edit = ReadEdit | ThingEdit

/** The edits of one call. The object is replaced when anything but `confirmedAt` changes. */
export interface PendingEdit {
  readonly edit: Edit
  /** Identifies the call, and is the tick at which it was made. */
  readonly callId: number
  /** The tick at which the server accepted the call. Responses requested later include its changes. */
  confirmedAt: number | undefined
}

let lastTick = 0
/** Advances a logical clock and returns its tick. Only the order of ticks matters. */
export const nextTick = (): number => ++lastTick

/** Pending edits, in the order of their calls. They are applied in this order. */
let pending: readonly PendingEdit[] = []
/** Returns the pending edits, in call order. */
export const pendingEdits = (): readonly PendingEdit[] => pending
/** Counts the changes of `pending`. */
let version = 0
const listeners = new Set<() => void>()

/** Replaces the pending edits. */
export function setPendingEdits(next: readonly PendingEdit[]): void {
  pending = next
  version++
  for (const listener of listeners) listener()
}

/** Calls back when pending edits change. @returns an unsubscribe function */
export function subscribeToEdits(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const isThingEdit = (edit: Edit): edit is ThingEdit => 'type' in edit

/** Returns what an edit changes: a read's address, or a thing as a topic. */
export const editTarget = (edit: Edit): string => (isThingEdit(edit) ? `${edit.type}:${edit.id}` : edit.key)

/** Drops all edits when the user changes. */
export const clearEdits = (): void => setPendingEdits([])

/** A cached response and the locations of things in it. */
export interface CachedRead<T = unknown> {
  key: string
  thingPlaces: ThingPlaces | undefined
  fetched: FetchedResponse<T>
}

/** Drops confirmed edits that every cached response includes. Call it only while no read is in flight. */
export function pruneEdits(answers: readonly CachedRead[]): void {
  const isNeeded = ({ edit, callId, confirmedAt }: PendingEdit) =>
    confirmedAt === undefined ||
    answers.some(
      ({ key, thingPlaces, fetched }) =>
        fetched.sentAt < confirmedAt &&
        !fetched.includes?.has(callId) &&
        (isThingEdit(edit)
          ? thingsIn(thingPlaces, withPendingEdits({ key, thingPlaces, fetched })).has(editTarget(edit))
          : edit.key === key),
    )
  const needed = pending.filter(isNeeded)
  if (needed.length < pending.length) setPendingEdits(needed)
}

/** The last result for a response, so that later edits are added to it instead of applying all edits again. */
interface EditedResponse {
  version: number
  applied: readonly PendingEdit[]
  value: unknown
}
const lastResults = new WeakMap<FetchedResponse<unknown>, EditedResponse>()

/** Returns a response with the pending edits that it doesn't include: the same object until the edits change. */
export function withPendingEdits<T>({ key, thingPlaces, fetched }: CachedRead<T>): T {
  const last = lastResults.get(fetched)
  if (last?.version === version) return last.value as T
  const applied = pending.filter(
    ({ edit, callId, confirmedAt }) =>
      (confirmedAt === undefined || confirmedAt > fetched.sentAt) &&
      !fetched.includes?.has(callId) &&
      (isThingEdit(edit) ? thingPlaces !== undefined : edit.key === key),
  )
  const isContinuation = last?.applied.every((item, index) => item === applied[index]) ?? false
  const newEdits = applied.slice(isContinuation ? last!.applied.length : 0)
  const base = isContinuation ? last!.value : fetched.value
  const edited = newEdits.reduce<unknown>(
    (data, { edit }) => (isThingEdit(edit) ? patchThingIn(thingPlaces!, data, edit.type, edit.id, edit.facts) : edit.change(data as never)),
    base,
  )
  // Reuses unchanged parts, because an edit may contain data from the server, such as a whole series that is mostly unchanged.
  const value = edited === base ? base : shareThings(thingPlaces, last?.value ?? fetched.value, edited)
  lastResults.set(fetched, { version, applied, value })
  return value as T
}
