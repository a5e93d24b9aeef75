/** Jobs that keep the search index up to date. One of them is always running, so that searches find changes within about a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Log } from '#kit/server/log.ts'
import { indexChanges } from './index-changes.ts'
import { deleteUnusedWords, queueChangedPopularity } from './queries/upkeep.ts'

const indexing = defineJob('search-index', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })
const maintenanceJob = defineJob('search-upkeep', z.object({}), { schedule: '35 3 * * *', timeoutSeconds: 600 })
const pollMs = 1000
/** Duration of a run in ms: until just before the next run is due. */
const runMs = 59_000

export function registerIndexing({ db, jobs, log }: { db: Db; jobs: Pick<Jobs, 'work'>; log: Pick<Log, 'warn'> }): void {
  jobs.work(indexing, async (_, { signal }) => {
    for (const end = Date.now() + runMs; Date.now() < end && !signal.aborted;) {
      await indexChanges(db, { signal, log })
      await sleep(pollMs, undefined, { signal }).catch(() => undefined)
    }
  })
  jobs.work(maintenanceJob, async () => {
    await queueChangedPopularity(db)
    await deleteUnusedWords(db)
  })
}

/** Starts the job without waiting for the next minute. */
export const startIndexing = async (jobs: Pick<Jobs, 'send'>): Promise<void> => {
  await jobs.send(indexing, {}, { singletonKey: 'start' })
}
