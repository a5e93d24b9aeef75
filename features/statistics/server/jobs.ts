import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { countAudience } from './queries/audience.ts'

const counting = defineJob('statistics-audience', z.object({}), { schedule: '5 * * * *', retries: 0, timeoutSeconds: 900 })

/** Counts the viewers of programmes every hour. */
export function registerStatisticsJobs({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }): void {
  jobs.work(counting, async (_, { signal }) => {
    while (!signal.aborted && (await countAudience(db)));
  })
}
