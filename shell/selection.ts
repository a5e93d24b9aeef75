import { createStore } from '#ui/store.ts'
import type { Subject } from './subjects.ts'

/** A non-empty selection of subjects of one type. */
export interface Selection {
  /** In the order they were selected. */
  readonly subjects: readonly Subject[]
  /** Id of the anchor of a range. */
  readonly anchor: string
}

/** Undefined outside of selection mode. Presses then open items instead of selecting them. */
export const selection = createStore<Selection | undefined>(undefined)

const isSame = (a: Subject, b: Subject) => a.id === b.id && a.type === b.type
export const isSelected = (now: Selection | undefined, type: Subject['type'], id: string): boolean =>
  now?.subjects.some((subject) => subject.id === id && subject.type === type) === true

/** Returns undefined without subjects, which ends selection mode. */
const createSelection = (subjects: readonly Subject[], anchor: string): Selection | undefined =>
  subjects.length > 0 ? { subjects, anchor } : undefined

/** Toggles one subject. A subject of another type starts a new selection. */
export function toggleSubject(now: Selection | undefined, subject: Subject): Selection | undefined {
  const before = now?.subjects[0]?.type === subject.type ? now.subjects : []
  const others = before.filter((item) => !isSame(item, subject))
  return createSelection(others.length < before.length ? others : [...others, subject], subject.id)
}

/**
 * Extends the selection from the anchor to this subject.
 * @param subjects subjects of its type on the screen, in order
 */
export function extendSelection(now: Selection | undefined, subjects: readonly Subject[], subject: Subject): Selection | undefined {
  const to = subjects.findIndex((item) => isSame(item, subject))
  const from = now?.subjects[0]?.type === subject.type ? subjects.findIndex(({ id }) => id === now.anchor) : -1
  if (to < 0 || from < 0) return toggleSubject(isSelected(now, subject.type, subject.id) ? undefined : now, subject)
  const range = subjects.slice(Math.min(from, to), Math.max(from, to) + 1)
  const remaining = now!.subjects.filter((subject) => !range.some((other) => isSame(subject, other)))
  return { subjects: [...remaining, ...range], anchor: now!.anchor }
}

/** Adds subjects of one type. If the selection has another type, they replace it. */
export function addToSelection(now: Selection | undefined, subjects: readonly Subject[]): Selection | undefined {
  const [first] = subjects
  if (!first) return now
  const before =
    now?.subjects[0]?.type === first.type ? now.subjects.filter((subject) => !subjects.some((other) => isSame(subject, other))) : []
  return { subjects: [...before, ...subjects], anchor: now?.anchor ?? first.id }
}

/** Updates the selection to the rendered subjects and drops missing subjects. Returns the same object if nothing changed. */
export function refreshSelection(now: Selection | undefined, find: (subject: Subject) => Subject | undefined): Selection | undefined {
  const subjects = now?.subjects.flatMap((subject) => find(subject) ?? [])
  const isUnchanged = subjects?.length === now?.subjects.length && subjects?.every((subject, index) => subject === now?.subjects[index])
  return isUnchanged || !subjects ? now : createSelection(subjects, now!.anchor)
}

export const endSelection = (): void => {
  if (selection.get()) selection.set(undefined)
}

/** Ends the selection if one of these subjects is in it. For actions on the subjects. */
export const endSelectionOf = (subjects: readonly Pick<Subject, 'type' | 'id'>[]): void => {
  const now = selection.get()
  if (subjects.some(({ type, id }) => isSelected(now, type, id))) endSelection()
}

/** Returns the selection if this subject is one of several in it. */
export function selectionWith<S extends Subject>(subject: S): readonly S[] | undefined {
  const now = selection.get()
  return now && now.subjects.length > 1 && isSelected(now, subject.type, subject.id) ? (now.subjects as readonly S[]) : undefined
}
