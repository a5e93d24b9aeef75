import type { SubjectOf } from '#shell/subjects.ts'
import type { PublicProfile } from '../shapes.ts'

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** A user with a public profile. */
    person: { person: PublicProfile }
  }
}

export const personSubject = (person: PublicProfile): SubjectOf<'person'> => ({
  type: 'person',
  id: person.id,
  name: person.nickname ?? '',
  person,
})
