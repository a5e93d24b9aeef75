import { createStore } from '#ui/store.ts'
import type { Subject } from './subjects.ts'

/** Several things of one type that are selected, to do something with all of them. There is at least one. */
export interface Selection {
  /** In the order in which they were chosen. */
  readonly subjects: readonly Subject[]
  /** The id of the one from which a range goes. */
  readonly anchor: string
}

/** Undefined: nothing is being selected, and a press opens things as ever. */
export const selection = createStore<Selection | undefined>(undefined)

const isSame = (one: Subject, other: Subject) => one.id === other.id && one.type === other.type
export const isSelected = (now: Selection | undefined, type: Subject['type'], id: string): boolean =>
  now?.subjects.some((one) => one.id === id && one.type === type) === true

/** Nothing is selected any more: it ends. */
const someOf = (subjects: readonly Subject[], anchor: string): Selection | undefined =>
  subjects.length > 0 ? { subjects, anchor } : undefined

/** With one more, or without it. Of another type it begins a selection of its own. */
export function toggled(now: Selection | undefined, subject: Subject): Selection | undefined {
  const before = now?.subjects[0]?.type === subject.type ? now.subjects : []
  const others = before.filter((one) => !isSame(one, subject))
  return someOf(others.length < before.length ? others : [...others, subject], subject.id)
}

/**
 * With all from the anchor to this one.
 * @param all of its type on the screen, in their order
 */
export function extendedTo(now: Selection | undefined, all: readonly Subject[], subject: Subject): Selection | undefined {
  const to = all.findIndex((one) => isSame(one, subject))
  const from = now?.subjects[0]?.type === subject.type ? all.findIndex(({ id }) => id === now.anchor) : -1
  if (to < 0 || from < 0) return toggled(isSelected(now, subject.type, subject.id) ? undefined : now, subject)
  const range = all.slice(Math.min(from, to), Math.max(from, to) + 1)
  const kept = now!.subjects.filter((one) => !range.some((other) => isSame(one, other)))
  return { subjects: [...kept, ...range], anchor: now!.anchor }
}

/** With all of these. */
export function withAll(now: Selection | undefined, all: readonly Subject[]): Selection | undefined {
  const [first] = all
  if (!first) return now
  const before = now?.subjects[0]?.type === first.type ? now.subjects.filter((one) => !all.some((other) => isSame(one, other))) : []
  return { subjects: [...before, ...all], anchor: now?.anchor ?? first.id }
}

/** As its things are shown now; what has gone is no longer selected. The same object when nothing has changed. */
export function refreshed(now: Selection | undefined, find: (subject: Subject) => Subject | undefined): Selection | undefined {
  const subjects = now?.subjects.flatMap((one) => find(one) ?? [])
  const isAsBefore = subjects?.length === now?.subjects.length && subjects?.every((one, at) => one === now?.subjects[at])
  return isAsBefore || !subjects ? now : someOf(subjects, now!.anchor)
}

export const endSelection = (): void => {
  if (selection.get()) selection.set(undefined)
}

/** Something was done with these: what was selected for it no longer is. */
export const endSelectionOf = (subjects: readonly Pick<Subject, 'type' | 'id'>[]): void => {
  const now = selection.get()
  if (subjects.some(({ type, id }) => isSelected(now, type, id))) endSelection()
}

/** All that are selected, when this is one of several of them. */
export function selectedWith<S extends Subject>(subject: S): readonly S[] | undefined {
  const now = selection.get()
  return now && now.subjects.length > 1 && isSelected(now, subject.type, subject.id) ? (now.subjects as readonly S[]) : undefined
}
