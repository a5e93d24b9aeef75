/** The job that keeps the search index up to date. It always runs, so that changes are found within about a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { indexChanges } from './index-changes.ts'

const indexing = defineJob('search-index', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })
const lookEveryMs = 1000
/** Until the next run is due. */
const runMs = 59_000

export const registerIndexing = ({ db, jobs }: { db: Db; jobs: Pick<Jobs, 'work'> }): void =>
  jobs.work(indexing, async (_, { signal }) => {
    for (const end = Date.now() + runMs; Date.now() < end && !signal.aborted;) {
      await indexChanges(db, signal)
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
  })

/** Starts the job without waiting for the next minute. */
export const startIndexing = async (jobs: Pick<Jobs, 'send'>): Promise<void> => {
  await jobs.send(indexing, {}, { singletonKey: 'start' })
}
