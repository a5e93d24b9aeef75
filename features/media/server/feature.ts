import type { FastifyInstance } from 'fastify'
import { defineFeature } from '#kit/server/feature.ts'
import { mediaContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerMediaJobs } from './jobs.ts'
import { mediaRoutes } from './routes.ts'
import { serveCast } from './serve-cast.ts'
import { type PictureServing, servePictures } from './serve-pictures.ts'

export const mediaFeature = defineFeature({
  name: 'media',
  summary: 'Metadata and pictures of links',
  contract: mediaContract,
  routes: mediaRoutes,
  serve(app: FastifyInstance, tools: PictureServing & { webDir: string | undefined }) {
    servePictures(app, tools)
    serveCast(app, tools.webDir)
  },
  registerJobs: registerMediaJobs,
  texts: { en, nl },
})
