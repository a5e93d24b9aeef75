import { defineFeature } from '#kit/server/feature.ts'
import { reportsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { reportsPersonalData } from './queries/personal-data.ts'
import { reportsRoutes } from './routes.ts'

export const reportsFeature = defineFeature({
  name: 'reports',
  summary: 'Reports and decisions on them',
  contract: reportsContract,
  routes: reportsRoutes,
  personalData: reportsPersonalData,
  texts: { en, nl },
})
