import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineFeature } from '#kit/server/feature.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { deleteOldAudit } from '#features/accounts/server/queries/audit.ts'
import { operatorContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { deleteUnsubmittedAppeals } from './queries/moderation.ts'
import { operatorPersonalData } from './queries/personal-data.ts'
import { operatorRoutes } from './routes.ts'

const deleteOldActsJob = defineJob('operator-audit', z.object({}), { schedule: '40 3 * * *' })

export const operatorFeature = defineFeature({
  name: 'operator',
  summary: 'Users, warnings and acts, for operators',
  contract: operatorContract,
  routes: operatorRoutes,
  registerJobs: ({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }) =>
    jobs.work(deleteOldActsJob, async () => {
      await deleteOldAudit(db)
      await deleteUnsubmittedAppeals(db)
    }),
  personalData: operatorPersonalData,
  texts: { en, nl },
})
