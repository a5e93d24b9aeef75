import { defineFeature } from '#kit/server/feature.ts'
import { packagesContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { packagesPictures } from './queries/picture-uses.ts'
import { packagesRoutes } from './routes.ts'

export const packagesFeature = defineFeature({
  name: 'packages',
  summary: 'Packages of TV channels and playlists',
  contract: packagesContract,
  routes: packagesRoutes,
  pictures: packagesPictures,
  texts: { en, nl },
})
