import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineFeature } from '#kit/server/feature.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { operationsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { jobRoutes, type JobServices } from './job-routes.ts'
import { createOverview, type OverviewOptions } from './overview/overview.ts'
import { countFigures } from './queries/figures.ts'
import { registerStorageJobs, type StorageTools } from './storage-jobs.ts'
import { storageRoutes, type StorageServices } from './storage-routes.ts'

const figuresJob = defineJob('operations-figures', z.object({}), { schedule: '*/15 * * * *', retries: 0, timeoutSeconds: 600 })

export const operationsFeature = defineFeature({
  name: 'operations',
  summary: 'State of the installation, jobs and storage, for operators',
  contract: operationsContract,
  routes(tools: OverviewOptions & JobServices & StorageServices) {
    const readOverview = createOverview(tools)
    return {
      getOverview: (_, { language }) => readOverview(language),
      ...jobRoutes(tools),
      ...storageRoutes(tools),
    }
  },
  registerJobs(tools: StorageTools & { jobs: Pick<Jobs, 'work'>; db: Db }) {
    tools.jobs.work(figuresJob, () => countFigures(tools.db))
    registerStorageJobs(tools)
  },
  texts: { en, nl },
})
