import * as z from 'zod/mini'
import type { Db } from '#kit/server/db.ts'
import { defineJob } from '#kit/server/job.ts'
import type { Jobs } from '#kit/server/jobs.ts'
import type { Pictures } from './pictures.ts'
import { deleteOldLinks } from './queries.ts'

const tidy = defineJob('media-tidy', z.object({}), { schedule: '40 3 * * *', timeoutSeconds: 600 })

/** Nightly: deletes link metadata unused for a week, then unreferenced pictures. */
export function registerMediaJobs({ jobs, db, pictures }: { jobs: Pick<Jobs, 'work'>; db: Db; pictures: Pictures }): void {
  jobs.work(tidy, async () => {
    await deleteOldLinks(db)
    await pictures.removeUnusedPictures(db)
  })
}
