import * as z from 'zod/mini'
import type { Db } from '../db/db.ts'
import { deleteOldIdempotencyKeys } from '../http/idempotency.ts'
import { deleteOldJobs } from './job-store.ts'
import { defineJob } from './job.ts'
import type { Jobs } from './jobs.ts'
import { deleteOldLiveEvents } from '../live/live-events.ts'
import { deleteOldLimits } from '../http/limits.ts'

const cleaningJob = defineJob('kit-cleaning', z.object({}), { schedule: '*/15 * * * *', retries: 0 })

/** Deletes expired rows of the kit's own tables every 15 minutes. Call it before the jobs start. */
export function registerCleaningJob(jobs: Jobs, db: Db): void {
  jobs.work(cleaningJob, async () => {
    await deleteOldLimits(db)
    await deleteOldIdempotencyKeys(db)
    await deleteOldJobs(db)
    await deleteOldLiveEvents(db)
  })
}
