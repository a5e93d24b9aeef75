import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineFeature } from '#kit/server/feature.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { deleteOldActs } from '#features/channels/server/queries/acts.ts'
import { deleteAnsweredSuggestions } from '#features/channels/server/queries/suggestions.ts'
import { activityContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { listUserActs } from './queries/acts.ts'
import { listUserSuggestions } from './queries/suggestions.ts'
import { activityRoutes } from './routes.ts'

const cleanActivityJob = defineJob('team-activity-cleaning', z.object({}), { schedule: '25 * * * *', retries: 0, timeoutSeconds: 300 })

export const activityFeature = defineFeature({
  name: 'activity',
  summary: 'Activity of a team’s members, undo and suggestions',
  contract: activityContract,
  routes: activityRoutes,
  registerJobs: ({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }) =>
    jobs.work(cleanActivityJob, async () => {
      await deleteOldActs(db)
      await deleteAnsweredSuggestions(db)
    }),
  personalData: { exports: { team_activity: listUserActs, team_suggestions: listUserSuggestions } },
  texts: { en, nl },
})
