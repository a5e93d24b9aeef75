import { defineFeature } from '#kit/server/feature.ts'
import type { Metrics } from '#kit/server/metrics.ts'
import type { Db } from '#kit/server/db.ts'
import { televisionContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerTelevisionJobs } from './jobs.ts'
import { televisionPersonalData } from './queries/personal-data.ts'
import { televisionRoutes } from './routes.ts'
import { countFailingSources } from './queries/imports.ts'
import { televisionPictures } from './queries/picture-uses.ts'
import { televisionRestrictions } from './queries/restrictions.ts'
import { serveRelay } from './relay/serve-relay.ts'
import { televisionSubjects } from './subjects.ts'

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
