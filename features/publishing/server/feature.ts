import { defineFeature } from '#kit/server/feature.ts'
import { publishingContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerPublishingJobs } from './jobs.ts'
import { publishingRoutes } from './routes.ts'

export const publishingFeature = defineFeature({
  name: 'publishing',
  summary: 'Direct Share and Watch Later',
  contract: publishingContract,
  routes: publishingRoutes,
  registerJobs: registerPublishingJobs,
  texts: { en, nl },
})
