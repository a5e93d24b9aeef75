import { defineFeature } from '#kit/server/feature.ts'
import { pagesContract } from '../contract.ts'
import { welcomePictures } from './queries/welcome-versions.ts'
import { pagesRoutes } from './routes.ts'

export const pagesFeature = defineFeature({
  name: 'pages',
  summary: 'Introductions of the main pages',
  contract: pagesContract,
  routes: pagesRoutes,
  pictures: welcomePictures,
})
