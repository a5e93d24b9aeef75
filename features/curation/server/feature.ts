import { defineFeature } from '#kit/server/feature.ts'
import { curationContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerCurationJobs } from './jobs.ts'
import { curationPersonalData } from './queries/personal-data.ts'
import { curationPictures } from './queries/picture-uses.ts'
import { curationRestrictions } from './queries/restrictions.ts'
import { curationRoutes } from './routes.ts'
import { curationSubjects } from './subjects.ts'

export const curationFeature = defineFeature({
  name: 'curation',
  summary: 'Channels with their series and videos, and their order',
  contract: curationContract,
  routes: curationRoutes,
  registerJobs: registerCurationJobs,
  subjects: curationSubjects,
  restrictions: curationRestrictions,
  pictures: curationPictures,
  personalData: curationPersonalData,
  texts: { en, nl },
})
