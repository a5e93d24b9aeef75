/** Documents for any site, which need no login. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#kit/server/db/db.ts'
import type { GuestReadLimit } from '#kit/server/http/guest-reads.ts'
import { readFromReplica, type ReplicaReads } from '#kit/server/http/replica-reads.ts'
import { withRequestDatabase } from '#kit/server/http/request-database.ts'
import { type Reader, createReader } from '#kit/server/reader.ts'

export interface PublicDocumentOptions {
  db: Db
  replicaReads: ReplicaReads | undefined
  /** Public origin of this site. */
  publicUrl: string
  countryOf: (request: FastifyRequest) => string | null
  /** Counts a read against the rate limit. @throws 429 */
  countRead: (request: FastifyRequest) => void
  guestWeight: GuestReadLimit
}

/** Reads as a guest, without cookies and tokens. @param work gets a `db` that may be a replica, a moment behind the `primary` */
export function readAsGuest<T>(
  { db, replicaReads, countryOf, countRead, guestWeight }: PublicDocumentOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (db: Db, reader: Reader<null>, primary: Db) => Promise<T>,
): Promise<T> {
  countRead(request)
  const reader = createReader(null, countryOf(request))
  return guestWeight.countWeight(request, () =>
    withRequestDatabase(db, reply, { endOnDisconnect: true }, (primary) =>
      readFromReplica(replicaReads, { mayLag: true }, primary, request, reply, (ownDb) => work(ownDb, reader, primary)),
    ),
  )
}

const matchesEtag = (tags: string | undefined, etag: string) =>
  tags?.split(',').some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, ''))) ?? false

/** Sends a document, or 304 if it hasn't changed. Caches must revalidate it each time, because its subject may become private. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, type: string, body: string | Buffer) {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.headers({ etag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
  return matchesEtag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.type(type).send(body)
}
