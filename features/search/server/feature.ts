import type { FastifyInstance } from 'fastify'
import { defineFeature } from '#kit/server/feature.ts'
import type { PublicDocumentOptions } from '#features/sharing/server/public-documents.ts'
import { searchContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { historyRoutes } from './history.ts'
import { registerIndexing } from './indexing.ts'
import { searchPersonalData } from './queries/history.ts'
import { searchRoutes } from './routes.ts'
import { serveSearchFeeds } from './search-feeds.ts'
import { serveSearchStopPage } from './stop-page.ts'
import { registerSearchNotificationJobs } from './notify-searchers.ts'

function serveSearch(app: FastifyInstance, options: PublicDocumentOptions): void {
  serveSearchFeeds(app, options)
  serveSearchStopPage(app, options)
}

function registerSearchJobs(tools: Parameters<typeof registerIndexing>[0]): void {
  registerIndexing(tools)
  registerSearchNotificationJobs(tools)
}

export const searchFeature = defineFeature({
  name: 'search',
  summary: 'Search in TV channels, packages, channels, series, videos and users; search history and followed searches',
  contract: searchContract,
  routes: (tools: Parameters<typeof historyRoutes>[0]) => ({ ...searchRoutes(), ...historyRoutes(tools) }),
  serve: serveSearch,
  registerJobs: registerSearchJobs,
  personalData: searchPersonalData,
  texts: { en, nl },
})
