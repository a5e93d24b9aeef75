import { defineFeature } from '#kit/server/feature.ts'
import { searchContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerIndexing } from './indexing.ts'
import { searchRoutes } from './routes.ts'

export const searchFeature = defineFeature({
  name: 'search',
  summary: 'Search in TV channels, packages, channels, series, videos and users',
  contract: searchContract,
  routes: searchRoutes,
  registerJobs: registerIndexing,
  texts: { en, nl },
})
