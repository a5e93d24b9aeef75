import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import { type PendingVideosTools, registerPendingVideosJob } from './pending-videos.ts'
import { deleteOldLosses } from './queries/losses.ts'
import { deleteOldOperations } from './queries/moves.ts'

const cleanJob = defineJob('channels-cleaning', z.object({}), { schedule: '25 * * * *' })

export function registerChannelsJobs(tools: PendingVideosTools & { db: Db }): void {
  registerPendingVideosJob(tools)
  tools.jobs.work(cleanJob, async () => {
    await deleteOldOperations(tools.db)
    await deleteOldLosses(tools.db)
  })
}
