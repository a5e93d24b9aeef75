import { defineFeature } from '#kit/server/feature.ts'
import { statisticsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerStatisticsJobs } from './jobs.ts'
import { statisticsPersonalData } from './queries/mail.ts'
import { statisticsRoutes } from './routes.ts'
import { serveStatisticsStopPage } from './stop-page.ts'

export const statisticsFeature = defineFeature({
  name: 'statistics',
  summary: 'Statistics for owners of channels and broadcasters',
  contract: statisticsContract,
  routes: statisticsRoutes,
  serve: serveStatisticsStopPage,
  registerJobs: registerStatisticsJobs,
  personalData: statisticsPersonalData,
  texts: { en, nl },
})
