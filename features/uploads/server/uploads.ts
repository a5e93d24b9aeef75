/** Creates uploads, receives their files, and deletes uploads. A job processes the received files. */
import { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import { cutText } from '#kit/contract/cut-text.ts'
import { cleanName } from '#kit/contract/names.ts'
import type { NewVideoFile } from '#features/channels/server/drafts.ts'
import { releaseUpload } from '#features/channels/server/queries/removed-things.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import type { TransactionRunner } from '#kit/server/http/idempotency.ts'
import { newId } from '#kit/server/ids.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { createKeyedMutex } from '#kit/server/keyed-mutex.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { type Upload, type UploadMetadata, uploadsErrors } from '../contract.ts'
import { mayRetry, uploadMaxBytes, maxConcurrentUploads } from '../rules.ts'
import { uploadPrefix } from './files.ts'
import { processUploadJob } from './job-kinds.ts'
import type { PartStore } from './part-store.ts'
import {
  deleteUpload,
  findOwnUpload,
  findUpload,
  findUsage,
  insertUpload,
  listUploads,
  lockRestorableUpload,
  lockUsage,
  markUploadReceived,
  markUploadRetried,
  unlistUpload,
} from './queries/uploads.ts'

export interface UploadTools {
  parts: PartStore
  storage: Storage
  jobs: Pick<Jobs, 'send' | 'cancel'>
  /** Reads the default quota of a user, in bytes. */
  readQuota: () => Promise<number>
}

/** How long a partial upload is kept after its last byte. */
export const partialUploadLifetimeMs = 24 * 60 * 60 * 1000

/** Returns a title from a file name: without the extension, and with spaces for separators. */
const titleOfFile = (filename: string) =>
  filename
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[_.]+/g, ' ')
    .trim() || filename

/** @throws 422 for an invalid size */
export function assertSize(size: number | undefined): number {
  if (size === undefined || !Number.isSafeInteger(size) || size < 0) return fail(uploadsErrors.size_unknown, { field: 'size' })
  if (size === 0) fail(uploadsErrors.not_video, { field: 'size' })
  if (size > uploadMaxBytes) fail(uploadsErrors.too_large, { field: 'size' })
  return size
}

/**
 * Reserves quota for a new upload. A call that is repeated with the same idempotency key returns the same upload.
 * @returns its id
 * @throws 422 above the quota or with too many unfinished uploads, 503 if the disk is full
 */
export async function beginUpload(
  { parts, readQuota }: UploadTools,
  once: <T>(work: (writer: TransactionRunner) => Promise<T>) => Promise<T>,
  userId: string,
  { size, filename, series_id, index, title }: z.output<typeof UploadMetadata> & { size: number },
): Promise<string> {
  await parts.assertSpace(size)
  const quota = await readQuota()
  return once((writer) =>
    writer.transaction().execute(async (tx) => {
      await lockUsage(tx, userId)
      const { bytes, underWay, ownQuota } = await findUsage(tx, userId)
      if (underWay >= maxConcurrentUploads)
        fail(uploadsErrors.too_many_uploads, { field: 'series_id', values: { count: maxConcurrentUploads } })
      if (bytes + size > (ownQuota ?? quota)) fail(uploadsErrors.no_quota, { field: 'size' })
      const id = newId()
      const videoTitle = title ?? titleOfFile(filename)
      await insertUpload(tx, { id, user_id: userId, series_id, series_index: index ?? null, title: videoTitle, filename, size })
      return id
    }),
  )
}

/** Accepts a file from a form. @throws 403 for users who may not upload; 422 on the file's field; 503 if the disk is full */
export async function uploadFile(tools: UploadTools, db: Db, { user, file, seriesId, index, title, field }: NewVideoFile): Promise<void> {
  if (!user.canUploadVideo) fail(uploadsErrors.not_permitted)
  const { parts } = tools
  try {
    const upload = {
      filename: cutText(cleanName(file.name), 255) || 'video',
      series_id: seriesId,
      index,
      title,
      size: assertSize(file.size),
    }
    const id = await beginUpload(tools, (work) => work(db), user.id, upload)
    try {
      await parts.create(id)
      await parts.append(id, Readable.from([Buffer.from(await file.arrayBuffer())]), 0)
      await receiveUpload(tools, db, { id, userId: user.id })
    } catch (error) {
      await discardUpload(tools, db, id)
      throw error
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    fail(error.problem, { ...error.refusal, field })
  }
}

/** Makes calls for the same upload wait for each other, because the last byte and a status request may arrive concurrently. */
const uploadMutex = createKeyedMutex()

/** Moves a complete file to storage and sends its job (idempotent). */
export const receiveUpload = (tools: UploadTools, db: Db, upload: { id: string; userId: string }): Promise<void> =>
  uploadMutex(db, [upload.id], () => storeReceivedFile(tools, db, upload))

async function storeReceivedFile(
  { parts, storage, jobs }: UploadTools,
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const bytes = await parts.keep(id)
  if (bytes === undefined) return
  await db
    .transaction()
    .execute(async (tx) => {
      const jobId = await jobs.send(processUploadJob, { id }, { db: tx, ownerId: userId })
      if (!(await markUploadReceived(tx, id, jobId!, bytes))) throw new AlreadyReceivedError()
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof AlreadyReceivedError)) throw error
      // Deletes the files if the upload was cancelled concurrently.
      if (!(await findUpload(db, id))) await deleteFiles({ parts, storage }, id)
    })
}
/** Thrown to roll back a transaction that would send a second job. */
class AlreadyReceivedError extends Error {}

/** Reads an upload in the format of the list of uploads. @throws 404 */
export async function readUpload(parts: PartStore, db: Db, userId: string, id: string): Promise<Upload> {
  return (await readUploads(parts, db, userId, id))[0] ?? fail(commonErrors.not_found)
}
export async function readUploads(parts: PartStore, db: Db, userId: string, id?: string): Promise<Upload[]> {
  const rows = await listUploads(db, userId, id)
  return Promise.all(
    rows.map(async (row) => {
      if (row.state !== 'uploading')
        return { ...row, received: row.state === 'failed' && row.reason === null ? 0 : row.size, expires_at: null }
      // If the store fails, shows no received bytes, so that the list works without the store.
      const part = await parts.find(row.id).catch(() => undefined)
      const changedAt = part?.changedAt ?? new Date(row.created_at)
      return { ...row, received: part?.size ?? 0, expires_at: new Date(changedAt.getTime() + partialUploadLifetimeMs).toISOString() }
    }),
  )
}

/** @throws 404; 409 if the upload hasn't failed, or failed for a permanent reason */
export async function retryUpload({ parts, jobs }: UploadTools, db: Db, userId: string, id: string): Promise<void> {
  const { state, reason } = await readUpload(parts, db, userId, id)
  if (state !== 'failed' || reason === null || !mayRetry(reason)) fail(uploadsErrors.not_failed)
  await db.transaction().execute(async (tx) => {
    const jobId = await jobs.send(processUploadJob, { id }, { db: tx, ownerId: userId })
    if (!(await markUploadRetried(tx, id, jobId!))) fail(uploadsErrors.not_failed)
  })
}

/** Deletes an upload and its files. If its video exists, only removes the upload from the list. @throws 404 */
export async function removeUpload(tools: UploadTools, db: Db, userId: string, id: string): Promise<void> {
  const { job_id: jobId, state } = (await findOwnUpload(db, id, userId)) ?? fail(commonErrors.not_found)
  if (jobId !== null && state !== 'done') await tools.jobs.cancel(jobId, userId)
  if (state === 'done' || !(await discardUpload(tools, db, id))) await unlistUpload(db, id)
}

/**
 * Deletes an upload with its files in one transaction, because files without a row would never be deleted. If a video begins to play the
 * upload concurrently, keeps the upload and its files.
 * @returns false if the upload is played by a video, or by a removed video that can still be restored
 * @throws StorageError
 */
export const discardUpload = (tools: Pick<UploadTools, 'parts' | 'storage'>, db: Db, id: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const isUnused = await deleteUpload(tx, id)
    if (isUnused) await deleteFiles(tools, id)
    return isUnused
  })

/**
 * Deletes an upload of removed videos, with its files. The videos can't be restored afterwards.
 * @param userId the uploader; undefined: uploads of all users
 * @throws 404, 409 if a video plays the upload, {@link StorageError}
 */
export const deleteRestorableUpload = (tools: Pick<UploadTools, 'parts' | 'storage'>, db: Db, id: string, userId?: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await lockRestorableUpload(tx, id, userId))) fail(commonErrors.not_found)
    await releaseUpload(tx, id)
    if (!(await deleteUpload(tx, id))) fail(uploadsErrors.file_played)
    await deleteFiles(tools, id)
  })

async function deleteFiles({ parts, storage }: Pick<UploadTools, 'parts' | 'storage'>, id: string): Promise<void> {
  await parts.delete(id)
  await storage.deletePrefix(uploadPrefix(id))
}
