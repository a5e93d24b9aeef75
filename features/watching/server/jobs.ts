import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { positionLimit } from '../rules.ts'
import { deleteOldPositions } from './queries/positions.ts'
import { countWatchedTime, deleteOldPlaybacks, endSilentPlaybacks, listChannelsWithUncountedTime } from './queries/playbacks.ts'
import { countViews, deleteOldSalts, deleteOldViewers, listViewed, maintainViewPartitions } from './queries/views.ts'

/** Maximum number of channels and videos counted per pass. The next run continues. */
const batchSize = 5000
/** A second pass counts videos that were locked during the first. */
const passesPerRun = 2
/** Maximum number of views per counting transaction, which locks the channel. */
const viewsPerTransaction = 2000

/** Counts new views by quarter hour and in the displayed totals. The next run continues an aborted one. */
export async function countAllViews(db: Db, signal: AbortSignal): Promise<void> {
  for (let pass = 0; pass < passesPerRun && !signal.aborted; pass++)
    for (const subject of await listViewed(db, batchSize)) {
      while (!signal.aborted && (await countViews(db, subject, viewsPerTransaction)) > 0);
    }
}

/** Counts how long videos were played. The next run continues an aborted one. */
export async function countAllWatchedTime(db: Db, signal: AbortSignal): Promise<void> {
  for (const { playlist_key: key } of await listChannelsWithUncountedTime(db, batchSize))
    if (key !== null) while (!signal.aborted && (await countWatchedTime(db, key, viewsPerTransaction)));
}

const countViewsJob = defineJob('watching-counting', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })
/** Seconds between a view and its count, and minimum seconds between the counts that views start. */
const firstCountSeconds = 1
const countIntervalSeconds = 5

/** @returns a function that schedules a count within seconds. Calls before it starts share the count. */
export function createCountScheduler(jobs: Pick<Jobs, 'send'>): () => Promise<void> {
  let countsAt = -Infinity
  const singletonKey = `soon:${newId()}`
  return async () => {
    const now = performance.now()
    if (now < countsAt) return
    countsAt = Math.max(now + firstCountSeconds * 1000, countsAt + countIntervalSeconds * 1000)
    const startAfter = Math.ceil((countsAt - now) / 1000)
    try {
      // Null: a count that is due waits for its worker. It includes this view, but perhaps not the next one.
      if ((await jobs.send(countViewsJob, {}, { startAfter, singletonKey })) === null) countsAt = now
    } catch {
      // The run of each minute counts these views.
    }
  }
}

const cleanViewsJob = defineJob('watching-cleaning', z.object({}), { schedule: '20 0 * * *', timeoutSeconds: 600 })

/** Seconds without a report after which a playback ends. Players report every 15 seconds, but may be paused for long. */
const silentSeconds = 30 * 60
const retentionDays = 30
/** Number of months ahead for which partitions are created, in case later runs fail. */
const monthsAhead = 3
/** Months after which watch history is deleted. View counts are kept. */
const retentionMonths = 24

/** Registers jobs that count views and end playbacks without recent reports every minute, and clean up every night. */
export function registerWatchingJobs({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }): void {
  jobs.work(countViewsJob, async (_, { signal }) => {
    await countAllViews(db, signal)
    await countAllWatchedTime(db, signal)
    await endSilentPlaybacks(db, silentSeconds)
  })
  jobs.work(cleanViewsJob, async () => {
    await deleteOldSalts(db)
    await deleteOldViewers(db, retentionMonths)
    await deleteOldPlaybacks(db, retentionDays)
    await deleteOldPositions(db, positionLimit)
    await maintainViewPartitions(db, monthsAhead, retentionMonths)
  })
}
