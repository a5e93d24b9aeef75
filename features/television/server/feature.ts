import { defineFeature } from '#kit/server/feature.ts'
import type { Metrics } from '#kit/server/metrics.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { FindSubject } from '#kit/server/subjects.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { refusalOf } from '#features/channels/server/access.ts'
import { televisionContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerTelevisionJobs } from './jobs.ts'
import { televisionPersonalData } from './queries/personal-data.ts'
import { countFailingSources } from './queries/imports.ts'
import { televisionPictures } from './queries/picture-uses.ts'
import { televisionRestrictions } from './queries/restrictions.ts'
import { serveRelay } from './relay/serve-relay.ts'
import { findTvChannelAccess } from './queries/channels.ts'
import { findProgrammeAccess } from './queries/guide.ts'
import { channelRoutes } from './routes/channels.ts'
import { type CopyTools, tvCopyRoutes } from './routes/copies.ts'
import { type OperatorChannelTools, operatorChannelRoutes } from './routes/operator-channels.ts'
import { type OperatorTools, operatorRoutes } from './routes/operator.ts'
import { type PromotionTools, promotionRoutes } from './routes/promotions.ts'
import { reminderRoutes } from './routes/reminders.ts'

const televisionRoutes = (
  tools: OperatorTools & OperatorChannelTools & PromotionTools & CopyTools,
): Handlers<typeof televisionContract> => ({
  ...channelRoutes(tools),
  ...tvCopyRoutes(tools),
  ...reminderRoutes(tools),
  ...promotionRoutes(tools),
  ...operatorRoutes(tools),
  ...operatorChannelRoutes(tools),
})

/** Things of this feature that calls name by type and id. */
const televisionSubjects = {
  channel: async (ask, id) => {
    const [found] = await ask(findTvChannelAccess, id)
    return found && { key: found.key, mayEdit: false, isPublic: true, refusal: found.restriction && refusalOf(found.restriction) }
  },
  /** @param within TV channel on which the user sees the programme */
  epg: async (ask, id, within) => {
    const [found] = await ask(findProgrammeAccess, id, within)
    if (!found) return undefined
    const { key, channel_id: channelId, restriction } = found
    return { key, within: channelId, mayEdit: false, isPublic: true, refusal: restriction && refusalOf(restriction) }
  },
} satisfies Record<string, FindSubject>

export const televisionFeature = defineFeature({
  name: 'television',
  summary: 'TV channels, guide, reminders and their sources',
  contract: televisionContract,
  routes: televisionRoutes,
  serve: serveRelay,
  registerJobs: registerTelevisionJobs,
  registerMetrics(metrics: Metrics, { db }: { db: Db }) {
    metrics.gauge('tv_sources_failing', 'Lists and guides whose last two imports failed.', () => countFailingSources(db))
  },
  subjects: televisionSubjects,
  restrictions: televisionRestrictions,
  pictures: televisionPictures,
  personalData: televisionPersonalData,
  texts: { en, nl },
})
