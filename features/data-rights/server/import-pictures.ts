/** A job that adds an archive's pictures to the imported channels and videos, in batches. */
import { buffer } from 'node:stream/consumers'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import type { SendOptions } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Log } from '#kit/server/log.ts'
import { type TemporaryFailure, findTemporaryFailure } from '#kit/server/http/overload.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { mediaErrors } from '#features/media/contract.ts'
import { logoRules, type Pictures } from '#features/media/server/pictures.ts'
import { maxImportedPictures } from '../rules.ts'
import { importPicturesTask } from './import-task.ts'
import type { ImportedChannel, ImportedVideo } from './import/imported.ts'
import { pictureMaxBytes, type ReadPicture } from './import/zip.ts'
import { importPicturesJob } from './job-kinds.ts'
import {
  endWaitingPictures,
  findWaitingPictures,
  type NewImportPicture,
  setImportedPicture,
  setPictureObstacle,
} from './queries/import-pictures.ts'
import { listNeededImports, listWaitingImports } from './queries/imports.ts'

const folder = 'import-files/'
/** Returns the storage key of an import's file, which is stored until its pictures are added. */
export const importKey = (id: string) => `${folder}${id}.zip`

/** Pictures per run. The job schedules its next run, so that users take turns. */
const batchSize = 50
/**
 * Minimum and maximum delay of retries while storage is unavailable. The delay grows with the waiting time of the pictures, because an
 * operator may need days to free space.
 */
const retryDelaySeconds = { least: 60, most: 3600 }
/** Rules for pictures of an archive, which may be larger than uploads. */
const rules = { ...logoRules, maxBytes: pictureMaxBytes }

/** Returns for each picture the things that show it. @param ids of the channels, in order */
export function listPicturesToImport(
  channels: readonly ImportedChannel[],
  ids: readonly string[],
  idOf: ReadonlyMap<ImportedVideo, string>,
): NewImportPicture[] {
  const result = new Map<string, NewImportPicture>()
  const of = (name: string) => {
    const picture = result.get(name) ?? {
      name,
      playlistIds: [],
      videoIds: [],
      state: result.size < maxImportedPictures ? 'waiting' : 'too_many',
    }
    result.set(name, picture)
    return picture
  }
  // Lists pictures of channels first, so that only pictures of videos exceed the limit and are skipped.
  for (const [index, { picture }] of channels.entries()) if (picture !== undefined) of(picture).playlistIds.push(ids[index]!)
  for (const video of channels.flatMap(({ series }) => series.flatMap(({ videos }) => videos))) {
    const id = idOf.get(video)
    if (video.picture !== undefined && id !== undefined) of(video.picture).videoIds.push(id)
  }
  return [...result.values()]
}

export interface PictureImportOptions {
  db: Db
  storage: Storage
  pictures: Pick<Pictures, 'storePicture'>
  /** The sandbox that reads the file. */
  sandbox: Sandbox
  jobs: Pick<Jobs, 'send'>
  log: Log
}

/** Schedules the job that adds an import's pictures. At most one such job per import waits. */
export const schedulePictureImport = (jobs: Pick<Jobs, 'send'>, importId: string, options: SendOptions = {}) =>
  jobs.send(importPicturesJob, { id: importId }, { ...options, singletonKey: importId })

/** Returns the problem if a retry would be pointless: an unreadable picture, or the daily limit. @throws any other error */
function problemOf(error: unknown): 'unreadable' | 'too_many' {
  if (error instanceof ProblemError) return error.problem === commonErrors.too_many ? 'too_many' : 'unreadable'
  if (error instanceof SandboxError && error.kind !== 'unavailable') return 'unreadable'
  throw error
}

/** Reads pictures in the sandbox. If they crash it, returns all of them without bytes. */
const readPictureBatch = (sandbox: Sandbox, input: { bytes: Uint8Array; ids: string[] }, userId: string): Promise<ReadPicture[]> =>
  sandbox.run(importPicturesTask, input, { by: userId }).catch((error: unknown) => {
    problemOf(error)
    return input.ids.map((id) => ({ id, bytes: null }))
  })

/**
 * Adds waiting pictures to their things, in batches. If storage is full or unavailable, records the reason and retries until the file
 * expires. During such a failure, reads the file at most once a minute.
 */
export async function addImportedPictures(
  { db, storage, pictures, sandbox, jobs, log }: PictureImportOptions,
  importId: string,
  { signal, isLast }: { signal: AbortSignal; isLast: boolean },
): Promise<void> {
  let startAfter = retryDelaySeconds.least
  const postpone = async (failure: TemporaryFailure, isOwnAttempt: boolean) => {
    await setPictureObstacle(db, importId, failure, isOwnAttempt)
    await schedulePictureImport(jobs, importId, { startAfter })
  }
  try {
    const batch = await findWaitingPictures(db, importId, batchSize, retryDelaySeconds.least)
    if (!batch?.ids.length) return await storage.delete(importKey(importId))
    const { by, ids, heldElsewhere } = batch
    startAfter = Math.min(Math.max(batch.ageSeconds, retryDelaySeconds.least), retryDelaySeconds.most)
    if (heldElsewhere) return await postpone(heldElsewhere, false)
    const file = await storage.get(importKey(importId))
    if (!file) return await endWaitingPictures(db, importId, 'unreadable')
    for (const { id, bytes } of await readPictureBatch(sandbox, { bytes: await buffer(file.stream), ids }, by)) {
      signal.throwIfAborted()
      try {
        const pictureId = bytes ? await pictures.storePicture(db, bytes, { rules, by }) : fail(mediaErrors.picture_unreadable)
        await db.transaction().execute((tx) => setImportedPicture(tx, importId, id, pictureId))
      } catch (error) {
        const problem = problemOf(error)
        // The daily limit refuses the remaining pictures too.
        await endWaitingPictures(db, importId, problem, problem === 'too_many' ? undefined : id)
        if (problem === 'too_many') break
      }
    }
    await setPictureObstacle(db, importId, null)
    await schedulePictureImport(jobs, importId)
  } catch (error) {
    const failure = signal.aborted ? undefined : findTemporaryFailure(error)
    if (failure) {
      log.warn({ err: error, import: importId }, 'pictures of an archive wait until they can be kept')
      return await postpone(failure, true)
    }
    if (isLast && !signal.aborted) await endWaitingPictures(db, importId, 'unreadable')
    throw error
  }
}

/** Schedules picture imports that have waited unusually long. A full disk may have prevented storing their retry. */
export async function reschedulePictureImports(db: Db, jobs: Pick<Jobs, 'send'>): Promise<void> {
  for (const id of await listWaitingImports(db)) await schedulePictureImport(jobs, id)
}

/** Deletes files of completed imports and of deleted users. */
export async function deleteImportFiles(db: Db, storage: Storage): Promise<void> {
  const storedKeys: string[] = []
  for await (const key of storage.list(folder)) storedKeys.push(key.slice(folder.length, -'.zip'.length))
  for (let start = 0; start < storedKeys.length; start += 500) {
    const batch = storedKeys.slice(start, start + 500)
    const needed = new Set(await listNeededImports(db, batch))
    for (const id of batch) if (!needed.has(id)) await storage.delete(importKey(id))
  }
}
