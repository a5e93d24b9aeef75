import { defineFeature } from '#kit/server/feature.ts'
import { linkChecksContract } from '../contract.ts'
import { registerLinkChecksJobs } from './jobs.ts'
import { linkChecksPersonalData } from './queries/personal-data.ts'
import { linkChecksRoutes } from './routes.ts'

export const linkChecksFeature = defineFeature({
  name: 'link-checks',
  summary: 'Link checks and dead links',
  contract: linkChecksContract,
  routes: linkChecksRoutes,
  registerJobs: registerLinkChecksJobs,
  personalData: linkChecksPersonalData,
})
