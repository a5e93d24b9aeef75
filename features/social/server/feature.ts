import { defineFeature } from '#kit/server/feature.ts'
import { socialContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerSocialJobs } from './jobs.ts'
import { socialPersonalData } from './queries/personal-data.ts'
import { socialRoutes } from './routes.ts'

export const socialFeature = defineFeature({
  name: 'social',
  summary: 'Likes, follows and suggestions',
  contract: socialContract,
  routes: socialRoutes,
  registerJobs: registerSocialJobs,
  personalData: socialPersonalData,
  texts: { en, nl },
})
