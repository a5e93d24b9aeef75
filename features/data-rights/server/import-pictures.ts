/** Puts the pictures of an archive to what was made of it: by a job, some at a time. */
import { buffer } from 'node:stream/consumers'
import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { ProblemError } from '#kit/server/fail.ts'
import type { SendOptions } from '#kit/server/job.ts'
import type { Jobs } from '#kit/server/jobs.ts'
import type { Log } from '#kit/server/log.ts'
import { hindranceOf } from '#kit/server/overload.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import type { Storage } from '#kit/server/storage-types.ts'
import { logoRules, type Pictures } from '#features/media/server/pictures.ts'
import { importedPictures } from '../rules.ts'
import { importPicturesTask } from './import-task.ts'
import type { ImportedChannel, ImportedVideo } from './import/imported.ts'
import { pictureMaxBytes, type ReadPicture } from './import/zip.ts'
import { bringPictures } from './job-kinds.ts'
import {
  endWaitingPictures,
  findWaitingPictures,
  type NewImportPicture,
  setImportedPicture,
  setPicturesHeld,
} from './queries/import-pictures.ts'
import { listNeededImports, listWaitingImports } from './queries/imports.ts'

const folder = 'import-files/'
/** Where the file lies until its pictures are there. */
export const importKey = (id: string) => `${folder}${id}.zip`

/** Pictures of one run: others' come in turn. */
const atOnce = 50
/** While they can't be kept, it is tried again after as long as they have waited already: room is made by people. */
const heldSeconds = { least: 60, most: 3600 }
const waitAfter = (ageSeconds: number) => Math.min(Math.max(ageSeconds, heldSeconds.least), heldSeconds.most)
/** As they were kept once: larger than what somebody uploads. */
const rules = { ...logoRules, maxBytes: pictureMaxBytes }

/** What shows which picture. @param ids of the channels, in their order */
export function picturesOf(
  channels: readonly ImportedChannel[],
  ids: readonly string[],
  idOf: ReadonlyMap<ImportedVideo, string>,
): NewImportPicture[] {
  const found = new Map<string, NewImportPicture>()
  const of = (name: string) => {
    const picture = found.get(name) ?? {
      name,
      playlistIds: [],
      videoIds: [],
      state: found.size < importedPictures ? 'waiting' : 'too_many',
    }
    found.set(name, picture)
    return picture
  }
  // Channels first: what is over goes without.
  for (const [index, { picture }] of channels.entries()) if (picture !== undefined) of(picture).playlistIds.push(ids[index]!)
  for (const video of channels.flatMap(({ series }) => series.flatMap(({ videos }) => videos))) {
    const id = idOf.get(video)
    if (video.picture !== undefined && id !== undefined) of(video.picture).videoIds.push(id)
  }
  return [...found.values()]
}

export interface PictureImporting {
  db: Db
  storage: Storage
  pictures: Pick<Pictures, 'storePicture'>
  /** Where the file is read. */
  sandbox: Sandbox
  jobs: Pick<Jobs, 'send'>
  log: Log
}

/** Has pictures put there, soon. One such job waits at most. */
export const sendPictures = (jobs: Pick<Jobs, 'send'>, importId: string, options: SendOptions = {}) =>
  jobs.send(bringPictures, { id: importId }, { ...options, singletonKey: importId })

/** What breaks the sandbox is none of its pictures. */
const readSome = (sandbox: Sandbox, input: { bytes: Uint8Array; ids: string[] }, by: string): Promise<ReadPicture[]> =>
  sandbox.run(importPicturesTask, input, { by }).catch((error: unknown) => {
    if (error instanceof SandboxError && error.kind !== 'unavailable') return input.ids.map((id) => ({ id, bytes: null }))
    throw error
  })

/** @returns why it can't be kept */
async function keep({ db, pictures }: PictureImporting, importId: string, id: string, bytes: Uint8Array, by: string) {
  try {
    const pictureId = await pictures.storePicture(db, bytes, { rules, by })
    await db.transaction().execute((tx) => setImportedPicture(tx, importId, id, pictureId))
    return undefined
  } catch (error) {
    if (error instanceof ProblemError) return error.problem === common.too_many ? 'too_many' : 'unreadable'
    if (error instanceof SandboxError && error.kind !== 'unavailable') return 'unreadable'
    throw error
  }
}

/**
 * Goes on where it was cut off: what waits no longer is not done again. While there is no room, or what it needs is away, it says so and
 * tries again later, for as long as the file is kept; a file is read for that once a minute at most, whoever's it is.
 */
export async function fillPictures(
  tools: PictureImporting,
  importId: string,
  { signal, isLast }: { signal: AbortSignal; isLast: boolean },
): Promise<void> {
  const { db, storage, sandbox, jobs, log } = tools
  let ageSeconds = 0
  try {
    const waiting = await findWaitingPictures(db, importId, atOnce, heldSeconds.least)
    if (!waiting?.ids.length) return await storage.delete(importKey(importId))
    ageSeconds = waiting.ageSeconds
    if (waiting.heldElsewhere) {
      await setPicturesHeld(db, importId, waiting.heldElsewhere)
      return void (await sendPictures(jobs, importId, { startAfter: waitAfter(ageSeconds) }))
    }
    const stored = await storage.get(importKey(importId))
    if (!stored) return await endWaitingPictures(db, importId, 'unreadable')
    for (const { id, bytes } of await readSome(sandbox, { bytes: await buffer(stored.stream), ids: waiting.ids }, waiting.by)) {
      signal.throwIfAborted()
      const problem = bytes ? await keep(tools, importId, id, bytes, waiting.by) : 'unreadable'
      // Of a day there is no more left for the next ones either.
      if (problem === 'too_many') await endWaitingPictures(db, importId, problem)
      else if (problem) await endWaitingPictures(db, importId, problem, id)
      if (problem === 'too_many') break
    }
    await setPicturesHeld(db, importId, null)
    await sendPictures(jobs, importId)
  } catch (error) {
    const hindrance = signal.aborted ? undefined : hindranceOf(error)
    if (hindrance) {
      log.warn({ err: error, import: importId }, 'pictures of an archive wait until they can be kept')
      await setPicturesHeld(db, importId, hindrance, true)
      return void (await sendPictures(jobs, importId, { startAfter: waitAfter(ageSeconds) }))
    }
    if (isLast && !signal.aborted) await endWaitingPictures(db, importId, 'unreadable')
    throw error
  }
}

/** Where even the job that tries again could not be written, on a full disk: pictures go on, within the hour. */
export async function resumePictures(db: Db, jobs: Pick<Jobs, 'send'>): Promise<void> {
  for (const id of await listWaitingImports(db)) await sendPictures(jobs, id)
}

/** Deletes files whose pictures are there, and those whose owners have gone. */
export async function deleteImportFiles(db: Db, storage: Storage): Promise<void> {
  const stored: string[] = []
  for await (const key of storage.list(folder)) stored.push(key.slice(folder.length, -'.zip'.length))
  for (let start = 0; start < stored.length; start += 500) {
    const batch = stored.slice(start, start + 500)
    const needed = new Set(await listNeededImports(db, batch))
    for (const id of batch) if (!needed.has(id)) await storage.delete(importKey(id))
  }
}
