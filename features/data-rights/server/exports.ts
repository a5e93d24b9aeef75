/** Requested archives: made by a job, kept for a day. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { type Limits, assertAllowed } from '#kit/server/http/limits.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { contentDisposition } from '#kit/server/http/csv.ts'
import { withRequestDatabase } from '#kit/server/http/request-database.ts'
import { sendStoredFile } from '#kit/server/http/send-stored-file.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { Export } from '../contract.ts'
import { maxExportsPerDay, retentionYears } from '../rules.ts'
import { type ArchiveOptions, writeArchive } from './archive.ts'
import { exportJob } from './job-kinds.ts'
import { sendDataRightsEmail } from './mails.ts'
import {
  deleteEarlierExports,
  deleteExport,
  endExport,
  findLatestExport,
  findExportingUser,
  insertExport,
  canDownloadExport,
  listKnownExports,
  listExpiredExports,
} from './queries/exports.ts'

export interface ExportServerOptions {
  db: Db
  storage: Storage
  /** Returns the reader of a session cookie; null without one. */
  findReader: (db: Db, request: FastifyRequest) => Promise<Reader<User> | null>
}

/** Serves an archive only to its owner's session, because the URL contains no secret. */
export function serveExports(app: FastifyInstance, { db, storage, findReader }: ExportServerOptions): void {
  app.get('/media/exports/:name', { compress: false }, async (request, reply) => {
    const [, id] = /^([0-9A-Za-z]{11})\.zip$/.exec((request.params as { name: string }).name) ?? fail(commonErrors.not_found)
    await withRequestDatabase(db, reply, { endOnDisconnect: true }, async (ownDb) => {
      const reader = (await findReader(ownDb, request)) ?? fail(commonErrors.not_found)
      if (!(await canDownloadExport(ownDb, id!, reader.user.id))) fail(commonErrors.not_found)
    })
    reply.header('content-disposition', contentDisposition(`choice-${new Date().toISOString().slice(0, 10)}.zip`))
    return sendStoredFile(request, reply, storage, {
      key: exportKey(id!),
      type: 'application/zip',
      etag: `"${id!}"`,
      cacheControl: 'private, no-store',
    })
  })
}

/** Rows per statement. */
const rowsPerStatement = 5000

/** Deletes data past its retention limit, in batches. */
export async function deleteExpiredData(db: Db, personalData: readonly PersonalData[], signal: AbortSignal): Promise<void> {
  for (const { expire } of personalData)
    while (expire && !signal.aborted && (await expire(db, retentionYears, rowsPerStatement)) === rowsPerStatement);
}

const folder = 'exports/'
export const exportKey = (id: string) => `${folder}${id}.zip`

/** Requests an archive, or returns the archive in progress. @throws 429 after three archives in a day */
export async function startExport(
  db: Db,
  { jobs, limits }: { jobs: Pick<Jobs, 'send'>; limits: Pick<Limits, 'take' | 'giveBack'> },
  userId: string,
): Promise<Export> {
  const counter = `exports:${userId}`
  const now = await findLatestExport(db, userId)
  if (now?.state === 'waiting') return now
  assertAllowed(await limits.take(counter, { max: maxExportsPerDay, windowSeconds: 24 * 60 * 60 }))
  const isNew = await db.transaction().execute(async (tx) => {
    const id = await insertExport(tx, userId)
    if (id !== undefined) await jobs.send(exportJob, { id }, { db: tx })
    return id !== undefined
  })
  if (!isNew) await limits.giveBack(counter)
  return (await findLatestExport(db, userId)) ?? fail(commonErrors.not_found)
}

async function deleteExportFile(db: Db, storage: Storage, id: string): Promise<void> {
  await storage.delete(exportKey(id))
  await deleteExport(db, id)
}

/** Makes an archive, and sends an email. After an interruption, starts from the beginning. @param isLast no further attempt follows */
export async function makeExport(
  { mailer, ...archiving }: ArchiveOptions & { mailer: Mailer },
  id: string,
  { signal, isLast }: { signal: AbortSignal; isLast: boolean },
): Promise<void> {
  const { db, storage } = archiving
  const person = await findExportingUser(db, id)
  if (!person) return
  try {
    const stream = await writeArchive(archiving, person.id, signal)
    const bytes = await storage.put(exportKey(id), { stream }, 'application/zip')
    const earlierExportIds = await db.transaction().execute(async (tx) => {
      if (await endExport(tx, id, { state: 'done', bytes })) await sendDataRightsEmail(mailer, tx, person, 'export_done')
      // A user has at most one archive, to limit disk usage.
      return deleteEarlierExports(tx, id)
    })
    // If an interruption leaves a file, the job for expired archives deletes it.
    for (const exportId of earlierExportIds) await storage.delete(exportKey(exportId))
  } catch (error) {
    if (isLast && !signal.aborted) await endExport(db, id, { state: 'failed' })
    throw error
  }
}

const batchSize = 500

/** Deletes expired archives, and files of deleted users. */
export async function deleteExpiredExports(db: Db, storage: Storage): Promise<void> {
  for (let lapsed = await listExpiredExports(db, batchSize); lapsed.length; lapsed = await listExpiredExports(db, batchSize))
    for (const id of lapsed) await deleteExportFile(db, storage, id)

  const storedKeys: string[] = []
  for await (const key of storage.list(folder)) storedKeys.push(key.slice(folder.length, -'.zip'.length))
  for (let start = 0; start < storedKeys.length; start += batchSize) {
    const ids = storedKeys.slice(start, start + batchSize)
    const existing = new Set(await listKnownExports(db, ids))
    for (const id of ids) if (!existing.has(id)) await storage.delete(exportKey(id))
  }
}
