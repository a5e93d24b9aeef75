import { defineFeature } from '#kit/server/feature.ts'
import type { FindSubject } from '#kit/server/subjects.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import type { Restriction } from '#features/channels/rules.ts'
import { restrictionError } from '#features/channels/server/access.ts'
import { guideContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { findTvChannelAccess } from './queries/channels.ts'
import { findProgrammeAccess } from './queries/guide.ts'
import { guidePersonalData } from './queries/personal-data.ts'
import { registerReminderJobs } from './reminders.ts'
import { channelRoutes } from './routes/channels.ts'
import { reminderRoutes } from './routes/reminders.ts'

const guideRoutes = (tools: { publicUrl: string }): Handlers<typeof guideContract> => ({ ...channelRoutes, ...reminderRoutes(tools) })

const refusalOf = (restriction: Restriction | null) => ({
  refusal: restriction && restrictionError(restriction),
  isShown: restriction === 'tier_required',
  isListed: restriction === 'geo_blocked',
})

/** Subjects of the guide: TV channels and programmes. */
const guideSubjects = {
  channel: async (select, id) => {
    const [tvChannelAccess] = await select(findTvChannelAccess, id)
    return tvChannelAccess && { key: tvChannelAccess.key, mayEdit: false, isPublic: true, ...refusalOf(tvChannelAccess.restriction) }
  },
  /** @param within TV channel on which the user sees the programme */
  epg: async (select, id, within) => {
    const [programmeAccess] = await select(findProgrammeAccess, id, within)
    if (!programmeAccess) return undefined
    const { key, channel_id: channelId, restriction } = programmeAccess
    return { key, within: channelId, mayEdit: false, isPublic: true, ...refusalOf(restriction) }
  },
} satisfies Record<string, FindSubject>

export const guideFeature = defineFeature({
  name: 'guide',
  summary: 'TV channels, guide and reminders',
  contract: guideContract,
  routes: guideRoutes,
  registerJobs: registerReminderJobs,
  subjects: guideSubjects,
  personalData: guidePersonalData,
  texts: { en, nl },
})
