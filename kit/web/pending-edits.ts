import { useSyncExternalStore } from 'react'

/**
 * Edits that are on the screen before the server has agreed to them (optimistic updates). The cache holds what the server said
 * and nothing else; what is pending is laid over it, in the order in which it was made, each time it is shown. So a refused edit
 * takes back itself alone, and an answer that was under way while something was edited does not undo it.
 */

/** What the server said, and when it was asked: a moment of {@link nextMoment}. */
export interface Fetched<T> {
  askedAt: number
  value: T
}

/** A change to the answer of one read, by the address and body that the read is made with. */
export interface Edit {
  key: string
  change: (data: never) => unknown
}

interface PendingEdit extends Edit {
  id: number
  /** The moment at which the server had agreed; an answer that was asked for later has it in itself. */
  agreedAt?: number
}

let moment = 0
/** A logical clock: only the order counts. */
export const nextMoment = (): number => ++moment

let byKey: ReadonlyMap<string, readonly PendingEdit[]> = new Map()
const none: readonly PendingEdit[] = []
const listeners = new Set<() => void>()

/** Changes the lists of some keys; an empty list is none. */
function update(keys: Iterable<string>, change: (pending: readonly PendingEdit[], key: string) => readonly PendingEdit[]): void {
  const next = new Map(byKey)
  for (const key of keys) {
    const pending = change(next.get(key) ?? none, key)
    if (pending.length > 0) next.set(key, pending)
    else next.delete(key)
  }
  byKey = next
  for (const listener of listeners) listener()
}

const keysOf = (id: number) => [...byKey].filter(([, pending]) => pending.some((edit) => edit.id === id)).map(([key]) => key)

/** Shows the edits of one call from now on. @returns its id */
export function addEdits(edits: readonly Edit[]): number {
  const id = nextMoment()
  const keys = new Set(edits.map(({ key }) => key))
  update(keys, (pending, key) => [...pending, ...edits.filter((edit) => edit.key === key).map((edit) => ({ ...edit, id }))])
  return id
}

/** The server has refused them: they are taken back, and nothing else is. */
export const dropEdits = (id: number): void => update(keysOf(id), (pending) => pending.filter((edit) => edit.id !== id))

/** The server has agreed: they stay until an answer that was asked for after this has come. */
export function settleEdits(id: number): void {
  const agreedAt = nextMoment()
  update(keysOf(id), (pending) => pending.map((edit) => (edit.id === id ? { ...edit, agreedAt } : edit)))
}

/** Every copy of that answer in the cache was asked for at this moment or later: edits that are in it need not be kept. */
export const forgetEdits = (key: string, askedAt: number): void => {
  const isOver = ({ agreedAt }: PendingEdit) => agreedAt !== undefined && agreedAt < askedAt
  if (byKey.get(key)?.some(isOver)) update([key], (pending) => pending.filter((edit) => !isOver(edit)))
}

/** Somebody else is looking. */
export const clearEdits = (): void => update(byKey.keys(), () => none)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** What is pending for an answer: the same list until that changes. */
export const pendingEdits = (key: string): readonly PendingEdit[] => byKey.get(key) ?? none
export const usePendingEdits = (key: string): readonly PendingEdit[] => useSyncExternalStore(subscribe, () => pendingEdits(key))

/** An answer with what is pending laid over it: everything that the server had not agreed to when it was asked. */
export const withEdits = <T>({ askedAt, value }: Fetched<T>, pending: readonly PendingEdit[]): T =>
  pending
    .filter(({ agreedAt }) => agreedAt === undefined || agreedAt > askedAt)
    .reduce((data, { change }) => change(data as never) as T, value)

/** The last call under way that edits an answer. */
const tails = new Map<string, Promise<unknown>>()

/** Makes calls that edit the same answer one after the other: the server is to see them in the order in which they were made. */
export function inTurn<T>(keys: readonly string[], makeCall: () => Promise<T>): Promise<T> {
  const before = keys.flatMap((key) => tails.get(key) ?? [])
  const call = before.length > 0 ? Promise.allSettled(before).then(makeCall) : makeCall()
  for (const key of keys) tails.set(key, call)
  const forget = () => {
    for (const key of keys) if (tails.get(key) === call) tails.delete(key)
  }
  void call.catch(() => {}).finally(forget)
  return call
}
