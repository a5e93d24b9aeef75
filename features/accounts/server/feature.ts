import { defineFeature } from '#kit/server/feature.ts'
import type { FindSubject } from '#kit/server/subjects.ts'
import { accountsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerAccountsJobs } from './jobs.ts'
import { accountsPersonalData } from './queries/personal-data.ts'
import { accountPictures } from './queries/users.ts'
import { accountsRoutes } from './routes.ts'
import { findPersonAccess } from './queries/people.ts'

/** Finds who may see and edit a user, for features that refer to things by type and id. */
const accountsSubjects = {
  user: async (select, id) => {
    const [personAccess] = await select(findPersonAccess, id)
    return personAccess && { key: personAccess.id, mayEdit: personAccess.is_reader, isPublic: personAccess.is_found, refusal: null }
  },
} satisfies Record<string, FindSubject>

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
