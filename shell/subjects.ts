/**
 * What each type of subject carries beside its id and its name. A feature adds its own:
 * `declare module '#shell/subjects.ts' { interface SubjectTypes { video: { video: VideoCard } } }`
 */
export interface SubjectTypes {
  /** The product itself: what can be done anywhere. */
  app: object
  /** A screen, as what can be explained to whoever is new to it. */
  view: object
}
export type SubjectType = keyof SubjectTypes

/** A thing on the screen that something can be done with, and that other features put things beside. */
export type SubjectOf<T extends SubjectType> = { readonly type: T; readonly id: string; readonly name: string } & Readonly<SubjectTypes[T]>
export type Subject = { [T in SubjectType]: SubjectOf<T> }[SubjectType]

/** The product itself, as a subject. */
export const app: SubjectOf<'app'> = { type: 'app', id: 'app', name: '' }

/** A screen by its name, `globe`: who explains it knows which there are. */
export const viewSubject = (id: string): SubjectOf<'view'> => ({ type: 'view', id, name: '' })

const subjects = new WeakMap<Element, Subject>()

/** The `ref` of the element that shows a subject: keys that are pressed in it, and the palette, find the subject by it. */
export const subjectRef = (subject: SubjectOf<SubjectType>) => (element: Element | null) => {
  if (!element) return undefined
  subjects.set(element, subject as Subject)
  return () => void subjects.delete(element)
}

/** The subject that an element itself shows. */
export const shownSubject = (element: Element): Subject | undefined => subjects.get(element)

/** The subjects that an element lies in, the nearest first: a card, its row, its channel. */
export function subjectsAt(element: Element | null): Subject[] {
  const subject = element && subjects.get(element)
  return element ? [...(subject ? [subject] : []), ...subjectsAt(element.parentElement)] : []
}
