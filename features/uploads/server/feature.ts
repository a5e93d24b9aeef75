import type { FastifyInstance } from 'fastify'
import type { Db } from '#kit/server/db/db.ts'
import { defineFeature } from '#kit/server/feature.ts'
import { uploadsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { registerUploadsJobs } from './jobs.ts'
import { uploadsPictures } from './queries/access.ts'
import { uploadsPersonalData } from './queries/personal-data.ts'
import { uploadsRoutes } from './routes.ts'
import { type FileServerOptions, serveFiles } from './serve-files.ts'
import { serveTus, type TusRoutes } from './tus.ts'

export const uploadsFeature = defineFeature({
  name: 'uploads',
  summary: 'Uploaded video files and captions',
  contract: uploadsContract,
  routes: uploadsRoutes,
  serve(app: FastifyInstance, tools: TusRoutes & FileServerOptions & { writeDb: Db }) {
    serveTus(app, { ...tools, db: tools.writeDb })
    serveFiles(app, tools)
  },
  registerJobs: registerUploadsJobs,
  pictures: uploadsPictures,
  personalData: uploadsPersonalData,
  texts: { en, nl },
})
