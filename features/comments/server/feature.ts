import { defineFeature } from '#kit/server/feature.ts'
import { commentsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { commentsPersonalData } from './queries/personal-data.ts'
import { commentsRoutes } from './routes.ts'

export const commentsFeature = defineFeature({
  name: 'comments',
  summary: 'Comments of a team’s members on items',
  contract: commentsContract,
  routes: commentsRoutes,
  personalData: commentsPersonalData,
  texts: { en, nl },
})
