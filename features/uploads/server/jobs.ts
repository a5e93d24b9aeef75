import type { Db } from '#kit/server/db/db.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { removeOldWorkFolders } from '#kit/server/jobs/remove-work-folders.ts'
import { originalName, uploadKey } from './files.ts'
import { processUploadJob, cleanUpUploadsJob } from './job-kinds.ts'
import type { MediaToolPaths } from './media-tools.ts'
import { processUpload, type ProcessingTools } from './processing.ts'
import { listOrphanedUploads, listReceivingUploads, listUnusedUploads, markUploadFailed } from './queries/uploads.ts'
import { discardUpload, partialUploadLifetimeMs, receiveUpload, type UploadTools } from './uploads.ts'

export interface UploadJobs extends Omit<ProcessingTools, 'workDir' | keyof MediaToolPaths> {
  jobs: Pick<Jobs, 'work'>
  db: Db
  uploads: UploadTools
  config: MediaToolPaths & { uploadsWorkDir: string }
}

const batch = 500

/** Completes or deletes partial uploads. */
async function tidyParts(db: Db, tools: UploadTools): Promise<void> {
  for (let after = ''; ;) {
    const receiving = await listReceivingUploads(db, after, batch)
    for (const { id, size, user_id: userId, is_old: isOld } of receiving) {
      const part = await tools.parts.find(id)
      // If there is no part, a process may have stored the file and died before recording it.
      const isWhole = part ? part.size === size : (await tools.storage.sizeOf(uploadKey(id, originalName))) === size
      if (isWhole && userId !== null) await receiveUpload(tools, db, { id, userId })
      // Without a shared folder, the part may be at another instance, so an upload without a part is kept until it is old.
      else if (part ? Date.now() - part.changedAt.getTime() > partialUploadLifetimeMs || userId === null : isOld) {
        await discardUpload(tools, db, id)
      }
    }
    if (receiving.length < batch) return
    after = receiving.at(-1)!.id
  }
}

/** Deletes unused files, and completes or fails interrupted uploads. */
export async function cleanUpUploads(db: Db, tools: UploadTools): Promise<void> {
  await tidyParts(db, tools)
  await tools.parts.deleteOlderThan(2 * partialUploadLifetimeMs)
  for (const id of await listOrphanedUploads(db, batch)) {
    const storedBytes = await tools.storage.sizeOf(uploadKey(id, originalName))
    await markUploadFailed(db, id, { reason: 'interrupted', storedBytes: storedBytes ?? 0, hasOriginal: storedBytes !== undefined })
  }
  for (let unused = await listUnusedUploads(db, batch); unused.length; unused = await listUnusedUploads(db, batch)) {
    let deleted = 0
    for (const id of unused) {
      if (await discardUpload(tools, db, id)) deleted++
    }
    if (!deleted) return
  }
}

export function registerUploadsJobs({ jobs, uploads, config, ...tools }: UploadJobs): void {
  const { db } = tools
  const processing: ProcessingTools = { ...config, ...tools, workDir: config.uploadsWorkDir }
  jobs.work(processUploadJob, ({ id }, { signal, report }) =>
    processUpload(processing, id, { signal, report: (percent) => report(percent) }),
  )
  jobs.work(cleanUpUploadsJob, async () => {
    await cleanUpUploads(db, uploads)
    await removeOldWorkFolders(processing.workDir, partialUploadLifetimeMs)
  })
}
