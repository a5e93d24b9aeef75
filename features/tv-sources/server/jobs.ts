import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { createDeadlineSignal } from '#kit/server/abort.ts'
import { Id } from '#kit/contract/fields.ts'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { forEachConcurrent } from '#kit/server/for-each-concurrent.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { removeOldWorkFolders } from '#kit/server/jobs/remove-work-folders.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import { freshHours, guideDays, refreshHours, refreshMinute } from '../rules.ts'
import { type Imports, importFileKey, importFilePrefix } from './imports.ts'
import { listDueLogos, saveLogo } from './queries/logos.ts'
import { deleteOldProgrammes, deleteUnusedTitles } from './queries/guide-writes.ts'
import { addImport, clearStages, deleteOldImports, failLostImports, listDueSources, listOpenImports } from './queries/imports.ts'
import { deleteMissingChannels } from './queries/list-writes.ts'
import { deleteStaleRemovals } from './queries/removals.ts'
import { fetchProgrammePictures, cleanProgrammePictures } from './programme-pictures.ts'
import { maxConcurrentReads } from './read-tasks.ts'

export const importSourceJob = defineJob('television-import', z.object({ id: Id }), {
  concurrency: maxConcurrentReads,
  timeoutSeconds: 4 * 3600,
  retries: 2,
  backoffSeconds: 60,
  shown: ['id'],
})
export const refreshSourcesJob = defineJob('television-refresh', z.object({}), {
  schedule: `${refreshMinute} */${refreshHours} * * *`,
  retries: 0,
})
export const fetchLogosJob = defineJob('television-logos', z.object({}), { schedule: '*/15 * * * *', timeoutSeconds: 840, retries: 0 })
export const fetchPicturesJob = defineJob('television-pictures', z.object({}), {
  schedule: '5,20,35,50 * * * *',
  timeoutSeconds: 840,
  retries: 0,
})
export const cleanTelevisionJob = defineJob('television-cleaning', z.object({}), {
  schedule: '50 * * * *',
  timeoutSeconds: 1800,
  retries: 0,
})

/** Days after which a removed programme is in no guide any more. */
const removalRetentionDays = 30

/** Maximum logos per run, concurrent requests, and timeout of each request. */
const logoLimits = { each: 400, atOnce: 4, timeoutMs: 15_000 }

/** Queues an import of a source. @returns the import's id */
export async function queueImport(tx: Db, jobs: Pick<Jobs, 'send'>, sourceId: string): Promise<string> {
  const id = await addImport(tx, sourceId)
  await jobs.send(importSourceJob, { id }, { db: tx })
  return id
}

export interface JobTools {
  /** The database, with the statement timeouts of jobs. */
  db: Db
  jobs: Pick<Jobs, 'work' | 'send'>
  imports: Imports
  pictures: Pick<Pictures, 'pictureOfPage' | 'removePictures'>
  storage: Pick<Storage, 'list' | 'delete'>
  config: {
    /** Work folder of imports. */
    importsDir: string
  }
}

export function registerTvSourcesJobs({ db, jobs, imports, pictures, storage, config }: JobTools): void {
  jobs.work(importSourceJob, async ({ id }, { signal }) => {
    await imports.runImport(id, { signal })
  })
  jobs.work(refreshSourcesJob, async () => {
    // Skips recently imported sources; the next run imports them.
    for (const id of await listDueSources(db, freshHours)) await db.transaction().execute((tx) => queueImport(tx, jobs, id))
  })
  jobs.work(fetchLogosJob, async (_, { signal }) => {
    const duePictures = await listDueLogos(db, logoLimits.each)
    let isBudgetSpent = false
    await forEachConcurrent(
      duePictures,
      { concurrency: logoLimits.atOnce, isOver: () => signal.aborted || isBudgetSpent },
      async (logo) => {
        const timeout = createDeadlineSignal(logoLimits.timeoutMs, signal)
        const picture = await pictures.pictureOfPage(db, logo.logo_url, { signal: timeout, by: 'television' })
        if (!signal.aborted) await saveLogo(db, logo, picture)
        // Skips all further logos once the daily quota is used up.
        isBudgetSpent ||= picture === 'spent'
      },
    )
  })
  jobs.work(fetchPicturesJob, (_, { signal }) => fetchProgrammePictures({ db, pictures }, signal))
  jobs.work(cleanTelevisionJob, async (_, { signal }) => {
    await failLostImports(db, importSourceJob.name)
    await clearStages(db)
    await deleteOldImports(db)
    await deleteMissingChannels(db)
    while (!signal.aborted && (await deleteOldProgrammes(db, guideDays.back)) > 0);
    await deleteStaleRemovals(db, removalRetentionDays)
    while (!signal.aborted && (await deleteUnusedTitles(db)) > 0);
    await cleanProgrammePictures({ db, pictures }, signal)
    await deleteImportLeftovers({ db, storage, workDir: config.importsDir }, signal)
  })
}

/** Maximum age of a running import's files, longer than any import takes. */
const maxImportMs = 5 * 3_600_000
/** Maximum age of a stored file whose import isn't committed yet. */
const leftoverAgeMs = 60_000

interface ImportLeftoverTools {
  db: Db
  storage: Pick<Storage, 'list' | 'delete'>
  /** Local folder for downloads. */
  workDir: string
}

/** Deletes leftovers of killed processes: downloads, and files sent for imports that have ended or were never committed. */
export async function deleteImportLeftovers(
  { db, storage, workDir }: ImportLeftoverTools,
  signal: AbortSignal,
  waitMs = leftoverAgeMs,
): Promise<void> {
  await removeOldWorkFolders(workDir, maxImportMs)
  async function listUnneededImports(ids: readonly string[]): Promise<string[]> {
    const open = new Set(await listOpenImports(db, ids))
    return ids.filter((id) => !open.has(id))
  }
  const storedIds: string[] = []
  for await (const key of storage.list(importFilePrefix)) storedIds.push(key.slice(importFilePrefix.length))
  const unneededIds = await listUnneededImports(storedIds)
  if (!unneededIds.length) return
  await sleep(waitMs, undefined, { signal })
  for (const id of await listUnneededImports(unneededIds)) await storage.delete(importFileKey(id))
}
