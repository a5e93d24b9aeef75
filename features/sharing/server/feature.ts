import { defineFeature } from '#kit/server/feature.ts'
import { sharingContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { sharingRoutes } from './routes.ts'
import { serveSharing } from './serve-sharing.ts'

export const sharingFeature = defineFeature({
  name: 'sharing',
  summary: 'Links to channels, series and videos',
  contract: sharingContract,
  routes: sharingRoutes,
  serve: serveSharing,
  texts: { en, nl },
})
