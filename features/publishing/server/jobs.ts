import * as z from 'zod/mini'
import type { Db } from '#kit/server/db.ts'
import { defineJob } from '#kit/server/job.ts'
import type { Jobs } from '#kit/server/jobs.ts'
import { notifyFollowers, tellFollowers } from './tell-followers.ts'
import { putAwaySeen } from './watch-later.ts'

const seen = defineJob('publishing-seen', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })

/** Notifies followers of shares; every minute moves watched videos in Watch Later channels. */
export function registerPublishingJobs({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }): void {
  jobs.work(tellFollowers, (notice, { signal }) => notifyFollowers(db, notice, signal))
  jobs.work(seen, (_, { signal }) => putAwaySeen(db, signal))
}
