import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import { insertJob } from '#kit/server/jobs/job-store.ts'

export const notifySearchersJob = defineJob('search-news', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 900 })
export const cleanFinds = defineJob('search-news-cleaning', z.object({}), { schedule: '45 3 * * *', timeoutSeconds: 1800 })

/**
 * Sends the job that notifies followers, at most one at a time. The job sends itself again for searches that are due soon. The run of the
 * next minute finds all others.
 */
export const notifySoon = (db: Db, seconds: number) =>
  insertJob(db, {
    name: notifySearchersJob.name,
    payload: {},
    maxAttempts: notifySearchersJob.retries + 1,
    startAfter: seconds + 1,
    singletonKey: 'soon',
    ownerId: undefined,
  })
