import * as z from 'zod/mini'
import { defineFeature } from '#kit/server/feature.ts'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Metrics } from '#kit/server/metrics.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { mediaContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { mediaRoutes } from './routes.ts'
import { type PurgeJobs, type PurgeTools, registerPurges } from './edge/purge.ts'
import { readDuePurges } from './queries/edge-copies.ts'
import { servePictures } from './serve-pictures.ts'
import type { Pictures } from './pictures.ts'
import { deleteOldLinks } from './queries.ts'

const cleanPicturesJob = defineJob('media-tidy', z.object({}), { schedule: '40 3 * * *', timeoutSeconds: 600 })

export interface MediaJobs {
  jobs: Pick<Jobs, 'work'>
  db: Db
  pictures: Pictures
}

/** Runs nightly: deletes link metadata that was fetched more than a week ago, then unreferenced pictures. */
export function registerMediaJobs({ jobs, db, pictures }: MediaJobs): void {
  jobs.work(cleanPicturesJob, async () => {
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
  registerJobs(tools: MediaJobs & PurgeJobs) {
    registerMediaJobs(tools)
    registerPurges(tools)
  },
  registerMetrics(metrics: Metrics, { db, purges }: { db: Db; purges: PurgeTools | undefined }) {
    if (!purges) return
    metrics.gauge(
      'media_purges_due',
      'Files at the CDN that are hidden, and whose purge it has not acknowledged.',
      async () => (await readDuePurges(db)).count,
    )
    metrics.gauge(
      'media_purge_oldest_seconds',
      'How long the oldest of these purges has been due.',
      async () => (await readDuePurges(db)).oldest_seconds,
    )
  },
  texts: { en, nl },
})
