import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { mailMonths } from './month-mail.ts'
import { countAudience } from './queries/audience.ts'

const counting = defineJob('statistics-audience', z.object({}), { schedule: '5 * * * *', retries: 0, timeoutSeconds: 900 })

/** Every quarter of an hour, because zones differ by quarters. */
export const mailing = defineJob('statistics-mail', z.object({}), { schedule: '*/15 * * * *', timeoutSeconds: 1800 })

export interface JobTools {
  jobs: Pick<Jobs, 'work'>
  db: Db
  mailer: Mailer
}

/** Counts the viewers of programmes every hour, and mails the figures of months. */
export function registerStatisticsJobs({ jobs, db, mailer }: JobTools): void {
  jobs.work(mailing, (_, { signal }) => mailMonths(db, mailer, signal))
  jobs.work(counting, async (_, { signal }) => {
    while (!signal.aborted && (await countAudience(db)));
  })
}
