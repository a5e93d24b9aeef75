import { createElements, type RegisteredElement } from '#ui/drag/elements.ts'

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
export const appSubject: SubjectOf<'app'> = { type: 'app', id: 'app', name: '' }

/** A screen by name, such as `globe`; the pages feature knows the names. */
export const viewSubject = (id: string): SubjectOf<'view'> => ({ type: 'view', id, name: '' })

/** Elements with their subjects, for shortcuts, the palette, dragging and selection. */
export const shownSubjects = createElements<Subject>()

/** Returns the `ref` that ties an element to its subject. */
export const subjectRef = (subject: SubjectOf<SubjectType>) => shownSubjects.ref(subject as Subject)

/** Returns the subjects around an element, nearest first: card, row, channel. */
export function subjectsAt(element: Element | null): Subject[] {
  const nearest = shownSubjects.closest(element)
  return nearest ? [nearest.value, ...subjectsAt(nearest.element.parentElement)] : []
}

/** Returns the nearest subject of a type around an element, with its element. */
export function closestSubject<T extends SubjectType>(type: T, element: Element | null): RegisteredElement<SubjectOf<T>> | undefined {
  const nearest = shownSubjects.closest(element)
  if (!nearest || isOfType(type, nearest)) return nearest
  return closestSubject(type, nearest.element.parentElement)
}

const isOfType = <T extends SubjectType>(
  type: T,
  registered: RegisteredElement<Subject>,
): registered is RegisteredElement<SubjectOf<T> & Subject> => registered.value.type === type

/** Returns the shown subjects of a type within an element, or of the whole page, in document order. */
export const shownOfType = <T extends SubjectType>(type: T, root?: ParentNode) =>
  shownSubjects.in(root).filter((registered) => isOfType(type, registered))
