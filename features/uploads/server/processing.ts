/** Processes an uploaded file: creates renditions, posters and captions, and adds the video to its series. */
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { ProblemError } from '#kit/server/http/fail.ts'
import { createReader } from '#kit/server/reader.ts'
import { detectTypeTask, type FileType } from '#kit/server/sandbox/detect-type.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import { createSelect } from '#kit/server/select.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import type { PlaybackKind } from '#features/media/rules.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import { channelsErrors } from '#features/channels/contract/errors.ts'
import { findEditableSeriesPlace } from '#features/channels/server/access.ts'
import { addVideos } from '#features/channels/server/videos.ts'
import { fitsCaptionsLimit, normaliseCaptionsFile } from './captions.ts'
import { assertNotFull, assertRoom } from './disk-space.ts'
import { encodeVideo } from './encode.ts'
import { createThumbnails, extractCaptions, extractPosters } from './extras.ts'
import type { Encoding } from './ffmpeg.ts'
import {
  isMedia,
  isPlayableUnchanged,
  mediaAddress,
  originalName,
  playableOriginalName,
  playlistName,
  soundName,
  thumbnailsName,
  typeOfFile,
  uploadKey,
  uploadPrefix,
} from './files.ts'
import { findMediaTools, type MediaToolPaths } from './media-tools.ts'
import { InvalidFileError, probeFile } from './probe.ts'
import {
  type FoundUpload,
  findUpload,
  findUploader,
  hasVideo,
  markUploadDone,
  markUploadFailed,
  markUploadProcessing,
} from './queries/uploads.ts'
import { remuxTask } from './tasks.ts'

export interface ProcessingTools extends MediaToolPaths {
  db: Db
  storage: Storage
  pictures: Pick<Pictures, 'storePicture'>
  /** `media` is the sandbox that reads whole files. */
  sandboxes: { texts: Sandbox; media: Sandbox }
  /** Folder for temporary files. */
  workDir: string
}
interface Run {
  signal: AbortSignal
  report: (percent: number) => void
}

/** Processing results. */
interface ProcessResult {
  kind: PlaybackKind
  /** Name of the file that players open. */
  entry: string
  contentType: string | null
  duration: number | null
  /** Percentage of the video that is missing, because the file ends early. */
  missingPercent: number | null
  posters: Uint8Array[]
  captions: { language: string; vtt: string }[]
  hasThumbnails: boolean
}

async function detectType(sandbox: Sandbox, path: string): Promise<FileType | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4100), 0, 4100, 0)
    return await sandbox.run(detectTypeTask, buffer.subarray(0, bytesRead))
  } catch (error) {
    if (error instanceof SandboxError && error.kind !== 'unavailable') return undefined
    throw error
  } finally {
    await file.close()
  }
}

/** Creates the files and data of a video. @throws InvalidFileError for problems of the file; other errors are our own failures */
async function convertFile(
  tools: ProcessingTools,
  { path, folder, size }: { path: string; folder: string; size: number },
  { signal, report }: Run,
): Promise<ProcessResult> {
  const type = await detectType(tools.sandboxes.texts, path)
  if (!type || !isMedia(type)) throw new InvalidFileError('not_video', type?.mime)
  const programs = await findMediaTools(tools, { folder, signal })
  if (!programs) return encodeWithoutExtras(tools, { path, folder }, type, signal)

  const probed = await probeFile(programs, path, { folder, signal })
  report(3)
  const encoding: Encoding = { tools: programs, path, size, folder, probed, signal, onProgress: (fraction) => report(3 + fraction * 85) }
  const { entry, duration, missingPercent } = await encodeVideo(encoding)
  report(88)
  const posters = await extractPosters(encoding, duration)
  report(92)
  const hasThumbnails = await createThumbnails(encoding, duration)
  report(96)
  const captions: ProcessResult['captions'] = []
  for (const { language, bytes } of await extractCaptions(encoding)) {
    const vtt = await normaliseCaptionsFile(tools.sandboxes.texts, { bytes, language })
    if (vtt !== null && fitsCaptionsLimit(vtt)) captions.push({ language, vtt })
  }
  const kind = entry === soundName ? 'audio' : 'hls'
  const contentType = kind === 'audio' ? 'audio/mp4' : null
  return { kind, entry, contentType, duration: duration || null, missingPercent, posters, captions, hasThumbnails }
}

/** Processes a file without ffmpeg: segments MP4 files, and leaves others unchanged. */
async function encodeWithoutExtras(
  { sandboxes }: ProcessingTools,
  { path, folder }: { path: string; folder: string },
  type: FileType,
  signal: AbortSignal,
): Promise<ProcessResult> {
  const noExtras = { missingPercent: null, posters: [], captions: [], hasThumbnails: false }
  const cut = await sandboxes.media.run(remuxTask, { path, folder }, { signal }).catch(async (error: unknown) => {
    if (!(error instanceof SandboxError) || error.kind === 'unavailable') throw error
    await assertNotFull(folder, error)
    return null
  })
  if (cut) return { kind: 'hls', entry: playlistName, contentType: null, duration: cut.duration || null, ...noExtras }
  // Deletes partial results.
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  if (!isPlayableUnchanged(type)) throw new InvalidFileError('unreadable', type.mime)
  const entry = playableOriginalName(type)
  return { kind: type.mime.startsWith('audio/') ? 'audio' : 'file', entry, contentType: typeOfFile(entry)!, duration: null, ...noExtras }
}

/** Stores the resulting files. @returns the total number of stored bytes */
async function storeResults(
  { storage }: ProcessingTools,
  { id, size }: FoundUpload,
  folder: string,
  { entry }: ProcessResult,
): Promise<number> {
  let bytes = size
  for (const name of await readdir(folder)) {
    if (!/\.(?:m3u8|mp4|m4a)$/.test(name) && !['sprite.jpg', thumbnailsName].includes(name)) continue
    bytes += await storage.putFile(uploadKey(id, name), join(folder, name), typeOfFile(name) ?? 'application/octet-stream')
  }
  if (isOriginal(entry)) {
    const original = await storage.get(uploadKey(id, originalName))
    if (!original) throw new InvalidFileError('interrupted', 'its file is gone')
    bytes = await storage.put(uploadKey(id, entry), original, typeOfFile(entry)!)
  }
  return bytes
}
const isOriginal = (entry: string) => entry.startsWith(`${originalName}.`)

/** Deletes the files of a failed attempt, with or without the original file. */
async function deleteRenditions(storage: Storage, id: string, keepOriginal: boolean): Promise<void> {
  if (!keepOriginal) return void (await storage.deletePrefix(uploadPrefix(id)))
  for await (const key of storage.list(uploadPrefix(id))) if (key !== uploadKey(id, originalName)) await storage.delete(key)
}

/**
 * Adds the video to its series in the transaction that completes the upload.
 * @throws InvalidFileError if the series was deleted, is full, or can't be edited by the uploader any more
 */
async function addToSeries(
  { db, pictures }: ProcessingTools,
  upload: FoundUpload,
  processed: ProcessResult,
  storedBytes: number,
): Promise<void> {
  const { id, series_id: seriesId, series_index: index, title } = upload
  const uploader = upload.user_id === null ? undefined : await findUploader(db, upload.user_id)
  if (!uploader || seriesId === null) throw new InvalidFileError('series_gone')
  const user = {
    ...uploader,
    sessionId: '',
    teamId: null,
    nickname: null,
    seesAdult: true,
    isOperator: false,
    isModerator: false,
    canUploadVideo: true,
    country: null,
  }
  const reader = createReader(user, null)
  const posters: string[] = []
  for (const bytes of processed.posters) {
    // Continues without the poster, because the video can play without it.
    const picture = await pictures.storePicture(db, bytes, { by: user.id }).catch((error: unknown) => {
      if (error instanceof ProblemError) return undefined
      throw error
    })
    if (picture !== undefined) posters.push(picture)
  }
  try {
    const series = await findEditableSeriesPlace(createSelect(db, reader), seriesId)
    await addVideos(
      {
        transaction: () => ({
          execute: (change) =>
            db.transaction().execute(async (tx) => {
              const result = await change(tx)
              const { missingPercent, hasThumbnails, captions } = processed
              if (!(await markUploadDone(tx, id, { storedBytes, missingPercent, hasThumbnails, posters, captions })))
                throw new LostClaimError()
              return result
            }),
        }),
        storingDb: db,
      },
      { ...series, ...(index !== null && { index }) },
      [
        {
          title,
          src: mediaAddress(id, processed.entry),
          kind: processed.kind,
          site: '',
          content_type: processed.contentType,
          duration: processed.duration,
          picture_id: posters[0] ?? null,
          upload_id: id,
        },
      ],
      user,
    )
  } catch (error) {
    if (error instanceof LostClaimError) return
    if (!(error instanceof ProblemError)) throw error
    if (error.problem === channelsErrors.video_limit) throw new InvalidFileError('no_room')
    if (error.problem === commonErrors.not_found || error.problem.status === 403) throw new InvalidFileError('series_gone')
    throw error
  }
}
/** Thrown if the owner cancels the upload while its video is being added. */
class LostClaimError extends Error {}

/**
 * Processes an upload until its video exists. Stores problems of the file as the upload's result. Throws our own failures, so that the job
 * starts again from the beginning.
 */
export async function processUpload(tools: ProcessingTools, id: string, run: Run): Promise<void> {
  const { db, storage, workDir } = tools
  const upload = await findUpload(db, id)
  if (!upload) return void (await storage.deletePrefix(uploadPrefix(id)))
  if (upload.state !== 'waiting' && upload.state !== 'processing') return
  await markUploadProcessing(db, id)
  await mkdir(workDir, { recursive: true, mode: 0o700 })
  await assertRoom(workDir, upload.size)
  const folder = await mkdtemp(join(workDir, `${id}-`))
  try {
    const path = await storage.localPath(uploadKey(id, originalName), folder)
    if (path === undefined) throw new InvalidFileError('interrupted', 'its file is gone')
    const result = await convertFile(tools, { path, folder, size: upload.size }, run)
    run.signal.throwIfAborted()
    await addToSeries(tools, upload, result, await storeResults(tools, upload, folder, result))
    if (isOriginal(result.entry)) await storage.delete(uploadKey(id, originalName))
    run.report(100)
  } catch (error) {
    const isPlaced = await hasVideo(db, id)
    if (!(error instanceof InvalidFileError)) {
      // If storage is unavailable, the files stay until the next attempt.
      if (!isPlaced) await deleteRenditions(storage, id, true).catch(() => undefined)
      throw error
    }
    if (isPlaced) return
    // Keeps the original file only if it can be processed again.
    const { reason } = error
    const keepsOriginal = reason === 'series_gone' || reason === 'no_room'
    await deleteRenditions(storage, id, keepsOriginal)
    await markUploadFailed(db, id, { reason, storedBytes: keepsOriginal ? upload.size : 0, hasOriginal: keepsOriginal })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  // Deletes the files if the upload was cancelled concurrently.
  if (!(await findUpload(db, id))) await storage.deletePrefix(uploadPrefix(id))
}
