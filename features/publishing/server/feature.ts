import * as z from 'zod/mini'
import { defineFeature } from '#kit/server/feature.ts'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { publishingContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { publishingRoutes } from './routes.ts'
import { notifyFollowers, notifyShareFollowersJob } from './follower-notices.ts'
import { findWatchLaterChoice } from './queries/watch-later.ts'
import { clearWatchedVideos } from './watch-later.ts'

const clearWatchedJob = defineJob('publishing-seen', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })

/** Notifies followers of shares. Every minute, moves watched videos in Watch Later channels. */
function registerPublishingJobs({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }): void {
  jobs.work(notifyShareFollowersJob, (notice, { signal }) => notifyFollowers(db, notice, signal))
  jobs.work(clearWatchedJob, (_, { signal }) => clearWatchedVideos(db, signal))
}

export const publishingFeature = defineFeature({
  name: 'publishing',
  summary: 'Direct Share and Watch Later',
  contract: publishingContract,
  routes: publishingRoutes,
  registerJobs: registerPublishingJobs,
  personalData: { exports: { watch_later: findWatchLaterChoice } },
  texts: { en, nl },
})
