import { defineFeature } from '#kit/server/feature.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { dataRightsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { dataRightsRoutes } from './routes.ts'
import { serveExports } from './exports.ts'
import type { ArchiveOptions } from './archive.ts'
import { deleteDueAccounts, type DeletionTools } from './deletion.ts'
import { deleteExpiredData } from './exports.ts'
import { deleteExpiredExports, makeExport } from './exports.ts'
import { failLostExports } from './queries/exports.ts'
import { type PictureImportOptions, deleteImportFiles, addImportedPictures, reschedulePictureImports } from './import-pictures.ts'
import {
  importPicturesJob,
  cleanFilesJob,
  deleteAccountsJob,
  deleteExpiredDataJob,
  exportAttempts,
  exportJob,
  pictureAttempts,
} from './job-kinds.ts'
import { deleteOldPreviews } from './queries/imports.ts'

/** Makes archives on request; deletes due accounts six times an hour; cleans up hourly and nightly. */
function registerDataRightsJobs({
  jobs,
  ...tools
}: ArchiveOptions &
  Omit<PictureImportOptions, 'jobs'> & { jobs: Pick<Jobs, 'work' | 'send'>; mailer: Mailer; log: DeletionTools['log'] }): void {
  jobs.work(exportJob, ({ id }, { signal, attempt }) => makeExport(tools, id, { signal, isLast: attempt >= exportAttempts }))
  jobs.work(importPicturesJob, ({ id }, { signal, attempt }) =>
    addImportedPictures({ ...tools, jobs }, id, { signal, isLast: attempt >= pictureAttempts }),
  )
  jobs.work(deleteAccountsJob, (_, { signal }) => deleteDueAccounts(tools, signal))
  jobs.work(cleanFilesJob, async () => {
    await failLostExports(tools.db, exportJob.name)
    await deleteExpiredExports(tools.db, tools.storage)
    await deleteOldPreviews(tools.db)
    await deleteImportFiles(tools.db, tools.storage)
    await reschedulePictureImports(tools.db, jobs)
  })
  jobs.work(deleteExpiredDataJob, (_, { signal }) => deleteExpiredData(tools.db, tools.personalData, signal))
}

export const dataRightsFeature = defineFeature({
  name: 'data-rights',
  summary: 'Personal data exports, imports and account deletion',
  contract: dataRightsContract,
  routes: dataRightsRoutes,
  serve: serveExports,
  registerJobs: registerDataRightsJobs,
  texts: { en, nl },
})
