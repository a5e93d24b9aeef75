/** The optimistic edits of calls, in a file apart from `pending-edits.ts` because guests make no edits. */
import { type Edit, isThingEdit, nextTick, type PendingEdit, pendingEdits, setPendingEdits, type ThingEdit } from './pending-edits.ts'

const isSameThing = (a: Edit, b: Edit) => isThingEdit(a) && isThingEdit(b) && a.type === b.type && a.id === b.id

/** Adds a call's edits. @returns the call's id */
export function addEdits(edits: readonly Edit[]): number {
  const callId = nextTick()
  if (edits.length > 0) setPendingEdits([...pendingEdits(), ...edits.map((edit) => ({ edit, callId, confirmedAt: undefined }))])
  return callId
}

/** Reverts the edits of a refused call. */
export function dropEdits(callId: number): void {
  if (pendingEdits().some((pendingEdit) => pendingEdit.callId === callId))
    setPendingEdits(pendingEdits().filter((pendingEdit) => pendingEdit.callId !== callId))
}

/** Whether `now` replaces the earlier edit: both set the same fields of the same thing. */
const isOverwritten = (earlier: PendingEdit, now: Edit): boolean =>
  isSameThing(earlier.edit, now) &&
  typeof (earlier.edit as ThingEdit).facts === 'object' &&
  Object.keys((earlier.edit as ThingEdit).facts).every((name) => name in (now as ThingEdit).facts)

/**
 * Marks a call as accepted. Its edits stay until a response arrives that was requested later.
 * @param responseEdits the fields in the response, which replace optimistic fields of the same thing
 */
export function confirmEdits(callId: number, responseEdits: readonly Edit[] = []): void {
  const confirmedAt = nextTick()
  for (const pendingEdit of pendingEdits()) if (pendingEdit.callId === callId) pendingEdit.confirmedAt = confirmedAt
  if (responseEdits.length === 0) return
  const isReplaced = (olderEdit: PendingEdit) =>
    olderEdit.callId === callId
      ? responseEdits.some((edit) => isSameThing(olderEdit.edit, edit))
      : olderEdit.callId < callId && olderEdit.confirmedAt !== undefined && responseEdits.some((edit) => isOverwritten(olderEdit, edit))
  const remaining = pendingEdits().filter((pendingEdit) => !isReplaced(pendingEdit))
  const laterIndex = remaining.findIndex((item) => item.callId > callId)
  const index = laterIndex < 0 ? remaining.length : laterIndex
  setPendingEdits([
    ...remaining.slice(0, index),
    ...responseEdits.map((edit) => ({ edit, callId, confirmedAt })),
    ...remaining.slice(index),
  ])
}

/** Returns the reads that a call has edited. */
export const editedKeys = (callId: number): ReadonlySet<string> =>
  new Set(pendingEdits().flatMap(({ edit, callId: id }) => (id === callId && !isThingEdit(edit) ? [edit.key] : [])))

/** The last call in flight for each thing or response being edited. */
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
