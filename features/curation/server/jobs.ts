import * as z from 'zod/mini'
import type { Db } from '#kit/server/db.ts'
import { defineJob } from '#kit/server/job.ts'
import type { Jobs } from '#kit/server/jobs.ts'
import { deleteUnusedWords } from './queries/search.ts'

const cleaning = defineJob('curation-cleaning', z.object({}), { schedule: '50 3 * * *', timeoutSeconds: 600 })

/** Every night: words that were in no channel's name or tags any more are not looked for any more. */
export function registerCurationJobs({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }): void {
  jobs.work(cleaning, () => deleteUnusedWords(db))
}
