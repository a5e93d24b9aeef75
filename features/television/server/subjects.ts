import type { FindSubject } from '#kit/server/subjects.ts'
import { refusalOf } from '#features/curation/server/access.ts'
import { findTvChannelAccess } from './queries/channels.ts'

/** What of this feature is named by type and id. */
export const televisionSubjects = {
  channel: async (ask, id) => {
    const [found] = await ask(findTvChannelAccess, id)
    return found && { key: found.key, mayEdit: false, isPublic: true, refusal: found.restriction && refusalOf(found.restriction) }
  },
} satisfies Record<string, FindSubject>
