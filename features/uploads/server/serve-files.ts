import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { GuestWeight } from '#kit/server/http/guest-reads.ts'
import { withRequestDatabase } from '#kit/server/http/request-database.ts'
import { sendStoredFile } from '#kit/server/http/send-stored-file.ts'
import { type Reader, readerOf, type User } from '#kit/server/reader.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import type { FolderKind, PictureSignatures } from '#features/media/server/picture-signatures.ts'
import { typeOfFile, uploadKey } from './files.ts'
import { maySeeUpload, maySeeVideo } from './queries/access.ts'
import { findCaptions } from './queries/captions.ts'

export interface FileServerOptions {
  db: Db
  storage: Storage
  signatures: PictureSignatures
  /** Returns the user of a session cookie; null without one. */
  findReader: (db: Db, request: FastifyRequest) => Promise<Reader<User> | null>
  countryOf: (request: FastifyRequest) => string | null
  guestWeight: Pick<GuestWeight, 'weigh'>
}

/**
 * Public files are cacheable for a while, by shared caches for minutes, because they may become private. Browsers must
 * revalidate others, so that they are private after logout.
 */
const cacheControls = { public: 'public, max-age=86400, s-maxage=300', private: 'private, no-cache' } as const
type CacheControl = keyof typeof cacheControls

/** Serves uploads and captions to readers who can see a video with them, or have a URL signed for its private link. */
export function serveFiles(app: FastifyInstance, options: FileServerOptions): void {
  const { db, storage, signatures, findReader, countryOf, guestWeight } = options
  type MaySee = (db: Db, id: string, reader: Reader, link?: string) => Promise<boolean>
  /** @returns undefined if the reader can't see it */
  async function openTo(
    db: Db,
    request: FastifyRequest,
    { id, link }: { id: string; link: string | undefined },
    maySee: MaySee,
  ): Promise<CacheControl | undefined> {
    const guest = readerOf(null, countryOf(request))
    if (await maySee(db, id, guest)) return 'public'
    if (link !== undefined && (await maySee(db, id, guest, link))) return 'private'
    const reader = await findReader(db, request)
    return reader && (await maySee(db, id, reader, link)) ? 'private' : undefined
  }
  /** @throws 404 */
  const opened = (request: FastifyRequest, reply: FastifyReply, kind: FolderKind, maySee: MaySee) =>
    withRequestDatabase(db, reply, { whileAsked: true }, async (own) => {
      const named = (await signatures.readFolder(own, kind, (request.params as { folder: string }).folder)) ?? fail(common.not_found)
      const cache = (await openTo(own, request, named, maySee)) ?? fail(common.not_found)
      return { id: named.id, cache }
    })
  const nameOf = (request: FastifyRequest) => (request.params as { name: string }).name

  // Never compressed, because ranges would differ.
  app.get('/media/videos/:folder/:name', { compress: false }, async (request, reply) => {
    const name = nameOf(request)
    const type = typeOfFile(name) ?? fail(common.not_found)
    const { id, cache } = await opened(request, reply, 'videos', maySeeUpload)
    const file = { key: uploadKey(id, name), type, etag: `"${id}-${name}"`, cacheControl: cacheControls[cache] }
    return sendStoredFile(request, reply, storage, file)
  })

  app.get('/media/captions/:folder/:name', async (request, reply) => {
    const [, language] = /^([A-Za-z0-9-]{2,35})\.vtt$/.exec(nameOf(request)) ?? fail(common.not_found)
    const { id, cache } = await opened(request, reply, 'captions', maySeeVideo)
    const vtt = await guestWeight.weigh(request, async () => (await findCaptions(db, id, language!)) ?? fail(common.not_found))
    const etag = `"${createHash('sha256').update(vtt).digest('base64url').slice(0, 22)}"`
    reply.header('cache-control', cache === 'public' ? 'public, max-age=300' : cacheControls.private).header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/vtt; charset=utf-8').send(vtt)
  })
}
