import type { FastifyInstance, FastifyRequest } from 'fastify'
import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { attachment } from '#kit/server/http/csv.ts'
import { withRequestDatabase } from '#kit/server/http/request-database.ts'
import { sendStoredFile } from '#kit/server/http/send-stored-file.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { exportKey } from './exports.ts'
import { isFetchable } from './queries/exports.ts'

export interface ExportServing {
  db: Db
  storage: Storage
  /** Returns the user of a session cookie; null without one. */
  findReader: (db: Db, request: FastifyRequest) => Promise<Reader<User> | null>
}

/** Serves an archive to its owner's browser only: the URL contains no secret. */
export function serveExports(app: FastifyInstance, { db, storage, findReader }: ExportServing): void {
  app.get('/media/exports/:name', { compress: false }, async (request, reply) => {
    const [, id] = /^([0-9A-Za-z]{11})\.zip$/.exec((request.params as { name: string }).name) ?? fail(common.not_found)
    await withRequestDatabase(db, reply, { whileAsked: true }, async (own) => {
      const reader = (await findReader(own, request)) ?? fail(common.not_found)
      if (!(await isFetchable(own, id!, reader.user.id))) fail(common.not_found)
    })
    reply.header('content-disposition', attachment(`choice-${new Date().toISOString().slice(0, 10)}.zip`))
    return sendStoredFile(request, reply, storage, {
      key: exportKey(id!),
      type: 'application/zip',
      etag: `"${id!}"`,
      cacheControl: 'private, no-store',
    })
  })
}
