import type { SubjectOf } from '#shell/subjects.ts'
import type { PublicProfile } from '../shapes.ts'

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** Somebody who wants to be found, as everybody sees them. */
    person: { person: PublicProfile }
  }
}

export const personSubject = (person: PublicProfile): SubjectOf<'person'> => ({
  type: 'person',
  id: person.id,
  name: person.nickname ?? '',
  person,
})
