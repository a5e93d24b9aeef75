import * as z from 'zod/mini'
import { defineFeature } from '#kit/server/feature.ts'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { mediaContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { mediaRoutes } from './routes.ts'
import { servePictures } from './serve-pictures.ts'
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

export const mediaFeature = defineFeature({
  name: 'media',
  summary: 'Metadata and pictures of links',
  contract: mediaContract,
  routes: mediaRoutes,
  serve: servePictures,
  registerJobs: registerMediaJobs,
  texts: { en, nl },
})
