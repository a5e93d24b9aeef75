import { defineFeature } from '#kit/server/feature.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { tvWatchingContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { serveRelay } from './relay/serve-relay.ts'
import { type CopyTools, tvCopyRoutes } from './routes/copies.ts'
import { streamRoutes } from './routes/streams.ts'

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
  texts: { en, nl },
})
