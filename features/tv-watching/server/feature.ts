import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineFeature } from '#kit/server/feature.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { tvWatchingContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { deleteOldRelayPlaces } from './queries/relay-places.ts'
import { serveRelay } from './relay/serve-relay.ts'
import { type CopyTools, tvCopyRoutes } from './routes/copies.ts'
import { streamRoutes } from './routes/streams.ts'

const cleanRelayJob = defineJob('relay-cleaning', z.object({}), { schedule: '20 * * * *', retries: 0 })

const tvWatchingRoutes = (tools: CopyTools & { publicUrl: string }): Handlers<typeof tvWatchingContract> => ({
  ...streamRoutes(tools),
  ...tvCopyRoutes(tools),
})

export const tvWatchingFeature = defineFeature({
  name: 'tv-watching',
  summary: 'Streams of TV channels, and copies of programmes',
  contract: tvWatchingContract,
  routes: tvWatchingRoutes,
  serve: serveRelay,
  registerJobs: ({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }) => jobs.work(cleanRelayJob, () => deleteOldRelayPlaces(db)),
  texts: { en, nl },
})
