import { defineFeature } from '#kit/server/feature.ts'
import { watchingContract } from '../contract.ts'
import { registerWatchingJobs } from './jobs.ts'
import { watchingPersonalData } from './queries/personal-data.ts'
import { watchingRoutes } from './routes.ts'

export const watchingFeature = defineFeature({
  name: 'watching',
  summary: 'Views, watch positions and history',
  contract: watchingContract,
  routes: watchingRoutes,
  registerJobs: registerWatchingJobs,
  personalData: watchingPersonalData,
})
