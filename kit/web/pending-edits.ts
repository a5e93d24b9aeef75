import type { Holds } from '#kit/contract/things.ts'
import { type Facts, patchThing, shareThings, thingsIn } from './things.ts'

/**
 * Edits that are on the screen before the server has agreed to them (optimistic updates), or before an answer has come that has them in
 * it. The cache holds what the server said and nothing else; what is pending is laid over it, in the order in which it was made. So a
 * refused edit takes back itself alone, and an answer that was under way while something was edited does not undo it.
 */

/** What the server said, and when it was asked: a moment of {@link nextMoment}. */
export interface Fetched<T> {
  askedAt: number
  value: T
}

/** A change to one read's answer, by the address and body that the read is made with. */
export interface AnswerEdit {
  key: string
  change: (data: never) => unknown
}
/** Facts about one thing, wherever it is shown; a function gets the thing as it is shown. Fields that an answer does not have are left out. */
export interface ThingEdit {
  type: string
  id: string
  facts: Facts | ((now: never) => Facts)
}
export type Edit = AnswerEdit | ThingEdit

/** An edit of one call. The object is replaced when anything but `confirmedAt` changes. */
interface PendingEdit {
  readonly edit: Edit
  /** The call, and the moment at which it was made. */
  readonly callId: number
  /** The moment at which the server had agreed; an answer that was asked for later has it in itself. */
  confirmedAt: number | undefined
}

let moment = 0
/** A logical clock: only the order counts. */
export const nextMoment = (): number => ++moment

/** In the order in which they are laid over answers: that of the calls. */
let pending: readonly PendingEdit[] = []
/** Counts the changes of `pending`. */
let version = 0
const listeners = new Set<() => void>()

function update(next: readonly PendingEdit[]): void {
  pending = next
  version++
  for (const listener of listeners) listener()
}

/** Calls back when what is pending changes. @returns stops that */
export function subscribeToEdits(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const isOfThing = (edit: Edit): edit is ThingEdit => 'type' in edit
const isSameThing = (a: Edit, b: Edit) => isOfThing(a) && isOfThing(b) && a.type === b.type && a.id === b.id

/** What an edit changes: a read's address, or a thing as a topic. */
export const targetOf = (edit: Edit): string => (isOfThing(edit) ? `${edit.type}:${edit.id}` : edit.key)

/** Shows the edits of one call from now on. @returns the call's id */
export function addEdits(edits: readonly Edit[]): number {
  const callId = nextMoment()
  if (edits.length > 0) update([...pending, ...edits.map((edit) => ({ edit, callId, confirmedAt: undefined }))])
  return callId
}

/** The server has refused the call: its edits are taken back, and nothing else is. */
export function dropEdits(callId: number): void {
  if (pending.some((one) => one.callId === callId)) update(pending.filter((one) => one.callId !== callId))
}

/** Does what is known now make an earlier edit superfluous: the same facts about the same thing? */
const isOverwritten = (earlier: PendingEdit, now: Edit): boolean =>
  isSameThing(earlier.edit, now) &&
  typeof (earlier.edit as ThingEdit).facts === 'object' &&
  Object.keys((earlier.edit as ThingEdit).facts).every((name) => name in (now as ThingEdit).facts)

/**
 * The server has agreed to the call: its edits stay until an answer that was asked for after this has come.
 * @param learned what its answer says; facts take the place of those that the call showed of the same thing
 */
export function confirmEdits(callId: number, learned: readonly Edit[] = []): void {
  const confirmedAt = nextMoment()
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

/** The reads that a call has edited. */
export const editedKeys = (callId: number): ReadonlySet<string> =>
  new Set(pending.flatMap(({ edit, callId: id }) => (id === callId && !isOfThing(edit) ? [edit.key] : [])))

/** Somebody else is looking. */
export const clearEdits = (): void => update([])

/** Something in the cache: the answer to a read, and where things are in that. */
export interface Answer<T = unknown> {
  key: string
  holds: Holds | undefined
  fetched: Fetched<T>
}

/** Edits that every one of these answers, all that are cached while no read is under way, has in itself need not be kept. */
export function pruneEdits(answers: readonly Answer[]): void {
  const isNeeded = ({ edit, confirmedAt }: PendingEdit) =>
    confirmedAt === undefined ||
    answers.some(
      ({ key, holds, fetched }) =>
        fetched.askedAt < confirmedAt &&
        (isOfThing(edit) ? thingsIn(holds, shown({ key, holds, fetched })).has(targetOf(edit)) : edit.key === key),
    )
  const kept = pending.filter(isNeeded)
  if (kept.length < pending.length) update(kept)
}

/** What an answer was shown as last: what is pending is laid over that when only more has come to it. */
interface Shown {
  version: number
  applied: readonly PendingEdit[]
  value: unknown
}
const lastShown = new WeakMap<Fetched<unknown>, Shown>()

/** An answer with what is pending laid over it: all that the server had not agreed to when it was asked. The same object until that changes. */
export function shown<T>({ key, holds, fetched }: Answer<T>): T {
  const last = lastShown.get(fetched)
  if (last?.version === version) return last.value as T
  const applied = pending.filter(
    ({ edit, confirmedAt }) =>
      (confirmedAt === undefined || confirmedAt > fetched.askedAt) && (isOfThing(edit) ? holds !== undefined : edit.key === key),
  )
  const isLonger = last?.applied.every((one, index) => one === applied[index]) ?? false
  const news = applied.slice(isLonger ? last!.applied.length : 0)
  const base = isLonger ? last!.value : fetched.value
  const edited = news.reduce<unknown>(
    (data, { edit }) => (isOfThing(edit) ? patchThing(holds!, data, edit.type, edit.id, edit.facts) : edit.change(data as never)),
    base,
  )
  // What an edit brings along, a series as it was answered, is mostly what was there.
  const value = edited === base ? base : shareThings(holds, last?.value ?? fetched.value, edited)
  lastShown.set(fetched, { version, applied, value })
  return value as T
}

/** The last call under way for each thing or answer that calls edit. */
const lastCalls = new Map<string, Promise<unknown>>()

/** Makes calls that edit the same thing or answer one after the other: the server is to see them in the order in which they were made. */
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
