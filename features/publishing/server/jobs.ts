import * as z from 'zod/mini'
import type { Db } from '#kit/server/db.ts'
import { defineJob } from '#kit/server/job.ts'
import type { Jobs } from '#kit/server/jobs.ts'
import { tell, tellFollowers } from './tell-followers.ts'
import { putAwaySeen } from './watch-later.ts'

const seen = defineJob('publishing-seen', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })

/** Followers are told of what is shared; every minute what people have seen leaves its place in their watch-later channels. */
export function registerPublishingJobs({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }): void {
  jobs.work(tellFollowers, (told, { signal }) => tell(db, told, signal))
  jobs.work(seen, (_, { signal }) => putAwaySeen(db, signal))
}
