import * as z from 'zod/mini'
import { defineJob } from '#kit/server/job.ts'
import { type PendingVideosTools, registerPendingVideosJob } from './pending-videos.ts'
import { deleteUnusedWords } from './queries/search.ts'

const cleaning = defineJob('curation-cleaning', z.object({}), { schedule: '50 3 * * *', timeoutSeconds: 600 })

/** Reads the pages of new links; every night deletes search words that no channel has. */
export function registerCurationJobs(tools: PendingVideosTools): void {
  const { jobs, db } = tools
  registerPendingVideosJob(tools)
  jobs.work(cleaning, () => deleteUnusedWords(db))
}
