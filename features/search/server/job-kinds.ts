import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import { insertJob } from '#kit/server/jobs/job-store.ts'

export const notifySearchersJob = defineJob('search-news', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 900 })
export const cleanTermResultsJob = defineJob('search-news-cleaning', z.object({}), { schedule: '45 3 * * *', timeoutSeconds: 1800 })

/**
 * Queues the job that notifies followers, unless it is queued already. The job queues itself again if a search is due within seconds. The
 * run of each minute notifies the followers of all other due searches.
 */
export const scheduleSearcherNotices = (db: Db, seconds: number) =>
  insertJob(db, {
    name: notifySearchersJob.name,
    payload: {},
    maxAttempts: notifySearchersJob.retries + 1,
    startAfter: seconds + 1,
    singletonKey: 'soon',
    ownerId: undefined,
  })
