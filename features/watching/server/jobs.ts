import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { positionLimit } from '../rules.ts'
import { deleteOldPositions } from './queries/positions.ts'
import { countAllTime, countAllViews } from './count-views.ts'
import { deleteOldPlaybacks, endSilentPlaybacks } from './queries/playbacks.ts'
import { deleteOldSalts, deleteOldViewers, maintainViewPartitions } from './queries/views.ts'

const counting = defineJob('watching-counting', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })
const cleaning = defineJob('watching-cleaning', z.object({}), { schedule: '20 0 * * *', timeoutSeconds: 600 })

/** Timeout of a playback: players report every 10 seconds, paused ones may be silent for long. */
const silentSeconds = 30 * 60
const keptDays = 30
/** Months of partitions created ahead, as a margin for failed runs. */
const monthsAhead = 3
/** Retention of watch history; view counts are kept. */
const keptMonths = 24

/** Counts views and ends silent playbacks every minute; cleans up nightly. */
export function registerWatchingJobs({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }): void {
  jobs.work(counting, async (_, { signal }) => {
    await countAllViews(db, signal)
    await countAllTime(db, signal)
    await endSilentPlaybacks(db, silentSeconds)
  })
  jobs.work(cleaning, async () => {
    await deleteOldSalts(db)
    await deleteOldViewers(db, keptMonths)
    await deleteOldPlaybacks(db, keptDays)
    await deleteOldPositions(db, positionLimit)
    await maintainViewPartitions(db, monthsAhead, keptMonths)
  })
}
