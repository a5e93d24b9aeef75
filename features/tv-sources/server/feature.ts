import { defineFeature } from '#kit/server/feature.ts'
import type { Metrics } from '#kit/server/metrics.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { tvSourcesContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerTvSourcesJobs } from './jobs.ts'
import { countFailingSources } from './queries/imports.ts'
import { tvPictures } from './queries/picture-uses.ts'
import { tvChannelRestrictions } from './queries/restrictions.ts'
import { type OperatorChannelTools, operatorChannelRoutes } from './routes/operator-channels.ts'
import { type OperatorTools, operatorRoutes } from './routes/operator.ts'
import { type PromotionTools, promotionRoutes } from './routes/promotions.ts'

const tvSourcesRoutes = (tools: OperatorTools & OperatorChannelTools & PromotionTools): Handlers<typeof tvSourcesContract> => ({
  ...promotionRoutes(tools),
  ...operatorRoutes(tools),
  ...operatorChannelRoutes(tools),
})

export const tvSourcesFeature = defineFeature({
  name: 'tv-sources',
  summary: 'Import and management of TV channels and guides',
  contract: tvSourcesContract,
  routes: tvSourcesRoutes,
  registerJobs: registerTvSourcesJobs,
  registerMetrics(metrics: Metrics, { db }: { db: Db }) {
    metrics.gauge('tv_sources_failing', 'Lists and guides whose last two imports failed.', () => countFailingSources(db))
  },
  restrictions: tvChannelRestrictions,
  pictures: tvPictures,
  texts: { en, nl },
})
