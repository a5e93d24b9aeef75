import type { FindSubject } from '#kit/server/subjects.ts'
import { findPersonAccess } from './queries/people.ts'

/** This feature's subjects, by type and id. */
export const accountsSubjects = {
  user: async (ask, id) => {
    const [found] = await ask(findPersonAccess, id)
    return found && { key: found.id, mayEdit: found.is_reader, isPublic: found.is_found, refusal: null }
  },
} satisfies Record<string, FindSubject>
