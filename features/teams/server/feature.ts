import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineFeature } from '#kit/server/feature.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { teamsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { deleteOldInvitations } from './queries/invitations.ts'
import { teamsPersonalData } from './queries/personal-data.ts'
import { teamsPictures } from './queries/teams.ts'
import { teamsRoutes } from './routes.ts'

const cleanInvitationsJob = defineJob('team-invitations-cleaning', z.object({}), {
  schedule: '40 3 * * *',
  retries: 0,
  timeoutSeconds: 300,
})
/** Number of rows that one statement deletes. */
const cleanBatchSize = 5000

export const teamsFeature = defineFeature({
  name: 'teams',
  summary: 'Teams, their members and invitations',
  contract: teamsContract,
  routes: teamsRoutes,
  registerJobs: ({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }) =>
    jobs.work(cleanInvitationsJob, async (_, { signal }) => {
      while (!signal.aborted && (await deleteOldInvitations(db, cleanBatchSize)) === cleanBatchSize);
    }),
  pictures: teamsPictures,
  personalData: teamsPersonalData,
  texts: { en, nl },
})
