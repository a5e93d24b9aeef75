import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { ProblemError } from '#kit/server/http/fail.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { deleteExpiredExports } from '#features/data-rights/server/exports.ts'
import { countExpiredExports } from '#features/data-rights/server/queries/exports.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import { countUnusedPictures } from '#features/media/server/queries.ts'
import { countDeletableUploads, type DeletableUploads, listDeletableUploads } from '#features/uploads/server/queries/uploads.ts'
import { deleteRestorableUpload, discardUpload, type UploadTools } from '#features/uploads/server/uploads.ts'
import { type CleanableKind, cleanableKinds } from '../rules.ts'
import { countStoredBytes, saveStorageCounts } from './queries/storage.ts'

export const countStorageJob = defineJob('operations-storage', z.object({}), { schedule: '35 * * * *', retries: 0, timeoutSeconds: 900 })
export const cleanStorageJob = defineJob('operations-clean', z.object({ what: z.enum(cleanableKinds) }), {
  retries: 2,
  timeoutSeconds: 3 * 3600,
  shown: ['what'],
})

export interface StorageTools {
  db: Db
  jobs: Pick<Jobs, 'work'>
  uploads: UploadTools
  pictures: Pictures
}
type CleaningTools = Omit<StorageTools, 'jobs'>

const countCleanable: Readonly<Record<CleanableKind, (db: Db) => Promise<{ files: number; bytes: number; people?: number }>>> = {
  failed_uploads: (db) => countDeletableUploads(db, 'failed'),
  unused_uploads: (db) => countDeletableUploads(db, 'unused'),
  kept_uploads: (db) => countDeletableUploads(db, 'kept'),
  expired_exports: countExpiredExports,
  unused_pictures: countUnusedPictures,
}

export async function countStorage(db: Db): Promise<void> {
  const counts = await countStoredBytes(db)
  for (const kind of cleanableKinds) counts.push({ kind, ...(await countCleanable[kind](db)) })
  await saveStorageCounts(db, counts)
}

type ReportProgress = (percent: number) => void
const uploadsPerBatch = 200

/** Deletes a file, unless a video plays the file again. */
const discardKeptUpload = (uploads: UploadTools, db: Db, id: string) =>
  deleteRestorableUpload(uploads, db, id).catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error
  })
const discardFile: Readonly<Record<DeletableUploads, (uploads: UploadTools, db: Db, id: string) => Promise<unknown>>> = {
  failed: discardUpload,
  unused: discardUpload,
  kept: discardKeptUpload,
}

async function cleanUploads(
  { db, uploads }: CleaningTools,
  kind: DeletableUploads,
  signal: AbortSignal,
  report: ReportProgress,
): Promise<void> {
  const { files } = await countDeletableUploads(db, kind)
  let count = 0
  for (let after = ''; ;) {
    const ids = await listDeletableUploads(db, kind, after, uploadsPerBatch)
    for (const id of ids) {
      signal.throwIfAborted()
      await discardFile[kind](uploads, db, id)
      report((100 * ++count) / Math.max(files, count))
    }
    if (ids.length < uploadsPerBatch) return
    after = ids.at(-1)!
  }
}

/** Functions that delete the files of each kind. After an interruption they continue, because deleted files are no longer listed. */
const cleanByKind: Readonly<
  Record<CleanableKind, (tools: CleaningTools, signal: AbortSignal, report: ReportProgress) => Promise<unknown>>
> = {
  failed_uploads: (tools, signal, report) => cleanUploads(tools, 'failed', signal, report),
  unused_uploads: (tools, signal, report) => cleanUploads(tools, 'unused', signal, report),
  kept_uploads: (tools, signal, report) => cleanUploads(tools, 'kept', signal, report),
  expired_exports: ({ db, uploads }) => deleteExpiredExports(db, uploads.storage),
  unused_pictures: ({ db, pictures }) => pictures.removeUnusedPictures(db),
}

export function registerStorageJobs({ jobs, ...tools }: StorageTools): void {
  jobs.work(countStorageJob, () => countStorage(tools.db))
  jobs.work(cleanStorageJob, async ({ what: kind }, { signal, report }) => {
    await cleanByKind[kind](tools, signal, report)
    await countStorage(tools.db)
  })
}
