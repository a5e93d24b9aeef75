import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { mailMonths } from './month-mail.ts'
import { countAudience } from './queries/audience.ts'

const countAudienceJob = defineJob('statistics-audience', z.object({}), { schedule: '5 * * * *', retries: 0, timeoutSeconds: 900 })

/** Runs every quarter of an hour, because time zones differ by quarters of an hour. */
export const mailMonthsJob = defineJob('statistics-mail', z.object({}), {
  schedule: '*/15 * * * *',
  timeoutSeconds: 1800,
  backoffSeconds: 60,
})

export interface JobTools {
  jobs: Pick<Jobs, 'work'>
  db: Db
  mailer: Mailer
}

/** Registers the jobs that count viewers of programmes every hour, and email monthly figures. */
export function registerStatisticsJobs({ jobs, db, mailer }: JobTools): void {
  jobs.work(mailMonthsJob, (_, run) => mailMonths(db, mailer, run))
  jobs.work(countAudienceJob, async (_, { signal }) => {
    while (!signal.aborted && (await countAudience(db)));
  })
}
