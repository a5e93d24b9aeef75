import type { Jobs } from '#kit/server/jobs.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { Archiving } from './archive.ts'
import { deleteDueAccounts } from './deletion.ts'
import { deleteExpired } from './expired.ts'
import { deleteLapsedExports, fillExport } from './exports.ts'
import { deleteImportFiles, fillPictures, type PictureImporting, resumePictures } from './import-pictures.ts'
import { bringPictures, cleaning, deleteAccounts, expiring, exportAttempts, makeExport, pictureAttempts } from './job-kinds.ts'
import { deleteOldPreviews } from './queries/imports.ts'

/** Makes archives on request; deletes due accounts six times an hour; cleans up hourly and nightly. */
export function registerDataRightsJobs({
  jobs,
  ...tools
}: Archiving & Omit<PictureImporting, 'jobs'> & { jobs: Pick<Jobs, 'work' | 'send'>; mailer: Mailer }): void {
  jobs.work(makeExport, ({ id }, { signal, attempt }) => fillExport(tools, id, { signal, isLast: attempt >= exportAttempts }))
  jobs.work(bringPictures, ({ id }, { signal, attempt }) =>
    fillPictures({ ...tools, jobs }, id, { signal, isLast: attempt >= pictureAttempts }),
  )
  jobs.work(deleteAccounts, (_, { signal }) => deleteDueAccounts(tools, signal))
  jobs.work(cleaning, async () => {
    await deleteLapsedExports(tools.db, tools.storage)
    await deleteOldPreviews(tools.db)
    await deleteImportFiles(tools.db, tools.storage)
    await resumePictures(tools.db, jobs)
  })
  jobs.work(expiring, (_, { signal }) => deleteExpired(tools.db, tools.personalData, signal))
}
