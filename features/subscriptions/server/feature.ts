import * as z from 'zod/mini'
import { defineFeature } from '#kit/server/feature.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { subscriptionsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { subscriptionsPersonalData } from './queries/personal-data.ts'
import { renewDueSubscriptions, type RenewalTools } from './renew.ts'
import { subscriptionsRoutes } from './routes.ts'

export const renewSubscriptionsJob = defineJob('subscription-renewals', z.object({}), {
  schedule: '* * * * *',
  retries: 0,
  timeoutSeconds: 300,
})

export const subscriptionsFeature = defineFeature({
  name: 'subscriptions',
  summary: 'Subscriptions to packages, and coupons',
  contract: subscriptionsContract,
  routes: subscriptionsRoutes,
  registerJobs: ({ jobs, ...tools }: RenewalTools & { jobs: Pick<Jobs, 'work'> }) =>
    jobs.work(renewSubscriptionsJob, (_, { signal }) => renewDueSubscriptions(tools, signal)),
  personalData: subscriptionsPersonalData,
  texts: { en, nl },
})
