import type { FindSubject } from '#kit/server/subjects.ts'
import { refusalOf } from '#features/curation/server/access.ts'
import { findTvChannelAccess } from './queries/channels.ts'
import { findProgrammeAccess } from './queries/guide.ts'

/** What of this feature is named by type and id. */
export const televisionSubjects = {
  channel: async (ask, id) => {
    const [found] = await ask(findTvChannelAccess, id)
    return found && { key: found.key, mayEdit: false, isPublic: true, refusal: found.restriction && refusalOf(found.restriction) }
  },
  /** @param within the TV channel on which it is looked at */
  epg: async (ask, id, within) => {
    const [found] = await ask(findProgrammeAccess, id, within)
    if (!found) return undefined
    const { key, channel_id: channelId, restriction } = found
    return { key, within: channelId, mayEdit: false, isPublic: true, refusal: restriction && refusalOf(restriction) }
  },
} satisfies Record<string, FindSubject>
