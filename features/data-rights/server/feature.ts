import { defineFeature } from '#kit/server/feature.ts'
import { dataRightsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerDataRightsJobs } from './jobs.ts'
import { dataRightsRoutes } from './routes.ts'
import { serveExports } from './serve-exports.ts'

export const dataRightsFeature = defineFeature({
  name: 'data-rights',
  summary: 'Personal data exports, imports and account deletion',
  contract: dataRightsContract,
  routes: dataRightsRoutes,
  serve: serveExports,
  registerJobs: registerDataRightsJobs,
  texts: { en, nl },
})
