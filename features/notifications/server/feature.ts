import { defineFeature } from '#kit/server/feature.ts'
import { notificationsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerNotificationsJobs } from './jobs.ts'
import { notificationsPersonalData } from './queries/personal-data.ts'
import { notificationsRoutes } from './routes.ts'

export const notificationsFeature = defineFeature({
  name: 'notifications',
  summary: 'Notifications, live events and push subscriptions',
  contract: notificationsContract,
  routes: notificationsRoutes,
  registerJobs: registerNotificationsJobs,
  personalData: notificationsPersonalData,
  texts: { en, nl },
})
