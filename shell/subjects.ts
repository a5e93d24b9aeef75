/**
 * The data of each subject type besides id and name. Features add their own:
 * `declare module '#shell/subjects.ts' { interface SubjectTypes { video: { video: VideoCard } } }`
 */
export interface SubjectTypes {
  /** The product itself: global actions. */
  app: object
  /** A screen, as the target of an introduction. */
  view: object
}
export type SubjectType = keyof SubjectTypes

/** A thing on the screen with actions and slots. */
export type SubjectOf<T extends SubjectType> = { readonly type: T; readonly id: string; readonly name: string } & Readonly<SubjectTypes[T]>
export type Subject = { [T in SubjectType]: SubjectOf<T> }[SubjectType]

/** The product as a subject. */
export const app: SubjectOf<'app'> = { type: 'app', id: 'app', name: '' }

/** A screen by name, such as `globe`; the pages feature knows the names. */
export const viewSubject = (id: string): SubjectOf<'view'> => ({ type: 'view', id, name: '' })

const subjects = new WeakMap<Element, Subject>()

/** Returns the `ref` that ties an element to its subject, for shortcuts and the palette. */
export const subjectRef = (subject: SubjectOf<SubjectType>) => (element: Element | null) => {
  if (!element) return undefined
  subjects.set(element, subject as Subject)
  return () => void subjects.delete(element)
}

/** Returns an element's own subject. */
export const shownSubject = (element: Element): Subject | undefined => subjects.get(element)

/** Returns the subjects around an element, nearest first: card, row, channel. */
export function subjectsAt(element: Element | null): Subject[] {
  const subject = element && subjects.get(element)
  return element ? [...(subject ? [subject] : []), ...subjectsAt(element.parentElement)] : []
}
