import type { ThingPlaces } from '#kit/contract/things.ts'
import { type ThingFields, patchThing, shareThings, thingsIn } from './things.ts'

/**
 * Optimistic edits: shown before the server has accepted them, and until an answer includes them. The cache holds server data
 * only; pending edits are applied on top in call order. A refused edit therefore reverts only itself, and an answer requested
 * before an edit doesn't undo it.
 */

/** A server answer, and the {@link nextTick} at which it was requested. */
export interface Fetched<T> {
  askedAt: number
  value: T
  /** Calls that the value includes although it was requested before them. */
  includes?: ReadonlySet<number>
}

/** A change to one read's answer, by the read's address and body. */
export interface AnswerEdit {
  key: string
  change: (data: never) => unknown
}
/** Changed fields of one thing, wherever it appears; a function gets the current thing. Skips fields that an answer doesn't have. */
export interface ThingEdit {
  type: string
  id: string
  facts: ThingFields | ((now: never) => ThingFields)
}
export type Edit = AnswerEdit | ThingEdit

/** One call's edits. The object is replaced when anything but `confirmedAt` changes. */
interface PendingEdit {
  readonly edit: Edit
  /** The call, and when it was made. */
  readonly callId: number
  /** When the server accepted it; answers requested later include it. */
  confirmedAt: number | undefined
}

let moment = 0
/** A logical clock: only the order matters. */
export const nextTick = (): number => ++moment

/** In call order, in which they are applied. */
let pending: readonly PendingEdit[] = []
/** Version of `pending`. */
let version = 0
const listeners = new Set<() => void>()

function update(next: readonly PendingEdit[]): void {
  pending = next
  version++
  for (const listener of listeners) listener()
}

/** Calls back when pending edits change. @returns an unsubscribe function */
export function subscribeToEdits(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const isOfThing = (edit: Edit): edit is ThingEdit => 'type' in edit
const isSameThing = (a: Edit, b: Edit) => isOfThing(a) && isOfThing(b) && a.type === b.type && a.id === b.id

/** Returns what an edit changes: a read's address, or a thing as a topic. */
export const targetOf = (edit: Edit): string => (isOfThing(edit) ? `${edit.type}:${edit.id}` : edit.key)

/** Adds a call's edits. @returns the call's id */
export function addEdits(edits: readonly Edit[]): number {
  const callId = nextTick()
  if (edits.length > 0) update([...pending, ...edits.map((edit) => ({ edit, callId, confirmedAt: undefined }))])
  return callId
}

/** Reverts the edits of a refused call. */
export function dropEdits(callId: number): void {
  if (pending.some((one) => one.callId === callId)) update(pending.filter((one) => one.callId !== callId))
}

/** Whether new facts replace an earlier edit: the same fields of the same thing. */
const isOverwritten = (earlier: PendingEdit, now: Edit): boolean =>
  isSameThing(earlier.edit, now) &&
  typeof (earlier.edit as ThingEdit).facts === 'object' &&
  Object.keys((earlier.edit as ThingEdit).facts).every((name) => name in (now as ThingEdit).facts)

/**
 * Marks a call as accepted: its edits stay until an answer requested later arrives.
 * @param learned the answer's facts; they replace the optimistic facts about the same thing
 */
export function confirmEdits(callId: number, learned: readonly Edit[] = []): void {
  const confirmedAt = nextTick()
  for (const one of pending) if (one.callId === callId) one.confirmedAt = confirmedAt
  if (learned.length === 0) return
  const isReplaced = (one: PendingEdit) =>
    one.callId === callId
      ? learned.some((edit) => isSameThing(one.edit, edit))
      : one.callId < callId && one.confirmedAt !== undefined && learned.some((edit) => isOverwritten(one, edit))
  const kept = pending.filter((one) => !isReplaced(one))
  const later = kept.findIndex((one) => one.callId > callId)
  const at = later < 0 ? kept.length : later
  update([...kept.slice(0, at), ...learned.map((edit) => ({ edit, callId, confirmedAt })), ...kept.slice(at)])
}

/** Returns the reads that a call has edited. */
export const editedKeys = (callId: number): ReadonlySet<string> =>
  new Set(pending.flatMap(({ edit, callId: id }) => (id === callId && !isOfThing(edit) ? [edit.key] : [])))

/** Drops all edits when the user changes. */
export const clearEdits = (): void => update([])

/** A cached answer and the locations of things in it. */
export interface Answer<T = unknown> {
  key: string
  holds: ThingPlaces | undefined
  fetched: Fetched<T>
}

/** Drops edits included in every cached answer, while no read is in flight. */
export function pruneEdits(answers: readonly Answer[]): void {
  const isNeeded = ({ edit, callId, confirmedAt }: PendingEdit) =>
    confirmedAt === undefined ||
    answers.some(
      ({ key, holds, fetched }) =>
        fetched.askedAt < confirmedAt &&
        !fetched.includes?.has(callId) &&
        (isOfThing(edit) ? thingsIn(holds, withPendingEdits({ key, holds, fetched })).has(targetOf(edit)) : edit.key === key),
    )
  const kept = pending.filter(isNeeded)
  if (kept.length < pending.length) update(kept)
}

/** The last result for an answer: later edits are applied incrementally. */
interface Shown {
  version: number
  applied: readonly PendingEdit[]
  value: unknown
}
const lastShown = new WeakMap<Fetched<unknown>, Shown>()

/** Returns an answer with the pending edits that it doesn't include: the same object until the edits change. */
export function withPendingEdits<T>({ key, holds, fetched }: Answer<T>): T {
  const last = lastShown.get(fetched)
  if (last?.version === version) return last.value as T
  const applied = pending.filter(
    ({ edit, callId, confirmedAt }) =>
      (confirmedAt === undefined || confirmedAt > fetched.askedAt) &&
      !fetched.includes?.has(callId) &&
      (isOfThing(edit) ? holds !== undefined : edit.key === key),
  )
  const isLonger = last?.applied.every((one, index) => one === applied[index]) ?? false
  const news = applied.slice(isLonger ? last!.applied.length : 0)
  const base = isLonger ? last!.value : fetched.value
  const edited = news.reduce<unknown>(
    (data, { edit }) => (isOfThing(edit) ? patchThing(holds!, data, edit.type, edit.id, edit.facts) : edit.change(data as never)),
    base,
  )
  // Server data in an edit, such as a whole series, is mostly unchanged.
  const value = edited === base ? base : shareThings(holds, last?.value ?? fetched.value, edited)
  lastShown.set(fetched, { version, applied, value })
  return value as T
}

/** The last call in flight for each thing or answer being edited. */
const lastCalls = new Map<string, Promise<unknown>>()

/** Serialises calls that edit the same data, so that the server gets them in order. */
export function runInOrder<T>(targets: readonly string[], makeCall: () => Promise<T>): Promise<T> {
  const before = targets.flatMap((target) => lastCalls.get(target) ?? [])
  const call = before.length > 0 ? Promise.allSettled(before).then(makeCall) : makeCall()
  for (const target of targets) lastCalls.set(target, call)
  const forget = () => {
    for (const target of targets) if (lastCalls.get(target) === call) lastCalls.delete(target)
  }
  void call.catch(() => {}).finally(forget)
  return call
}
