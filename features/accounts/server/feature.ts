import { defineFeature } from '#kit/server/feature.ts'
import { accountsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerAccountsJobs } from './jobs.ts'
import { accountsPersonalData } from './queries/personal-data.ts'
import { accountPictures } from './queries/picture-uses.ts'
import { accountsRoutes } from './routes.ts'
import { accountsSubjects } from './subjects.ts'

export const accountsFeature = defineFeature({
  name: 'accounts',
  summary: 'Sign-up, sessions, profiles and passwords',
  contract: accountsContract,
  routes: accountsRoutes,
  registerJobs: registerAccountsJobs,
  subjects: accountsSubjects,
  pictures: accountPictures,
  personalData: accountsPersonalData,
  texts: { en, nl },
})
