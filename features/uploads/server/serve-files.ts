import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { etagOf, matchesEtag } from '#kit/server/http/etags.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { GuestReadLimit } from '#kit/server/http/guest-reads.ts'
import { withRequestDatabase } from '#kit/server/http/request-database.ts'
import { sendStoredFile } from '#kit/server/http/send-stored-file.ts'
import { type Reader, createReader, type User } from '#kit/server/reader.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import type { FolderKind, PictureSignatures, SignedFolder } from '#features/media/server/picture-signatures.ts'
import { type Edge, edgeCacheControl } from '#features/media/server/edge/edge.ts'
import { isSegmented, typeOfFile, uploadKey } from './files.ts'
import { listPublicUploads, listPublicVideos, maySeeUpload, maySeeVideo } from './queries/access.ts'
import { findRemainingAccessSeconds } from './queries/remaining-access.ts'
import { findCaptions } from './queries/captions.ts'

export interface FileServerOptions {
  db: Db
  storage: Storage
  signatures: PictureSignatures
  /** The CDN, if there is one. */
  edge?: Edge | undefined
  /** Returns the reader of a session cookie; null without one. */
  findReader: (db: Db, request: FastifyRequest) => Promise<Reader<User> | null>
  countryOf: (request: FastifyRequest) => string | null
  guestWeight: Pick<GuestReadLimit, 'countWeight'>
}

/**
 * Browsers may cache public files for a day, but shared caches only for five minutes, because the files may become private. Browsers must
 * revalidate private files, so that they can't be seen after a logout.
 */
const cacheControls = { public: 'public, max-age=86400, s-maxage=300', private: 'private, no-cache' } as const
/** Lifetime in seconds of an address in the bucket. Shorter if the reader's access ends earlier. */
const redirectSeconds = 60

interface OpenedFolder {
  id: string
  cache: keyof typeof cacheControls
  /** Minimum seconds for which the reader keeps access. Unused for public files. */
  seconds: number
}

/** Serves uploads and captions to readers who may see a video with them, or who have a URL signed for its private link. */
export function serveFiles(app: FastifyInstance, options: FileServerOptions): void {
  const { db, storage, signatures, findReader, countryOf, guestWeight, edge } = options
  interface Access {
    listPublic: (db: Db, ids: readonly string[]) => Promise<string[]>
    maySee: (db: Db, id: string, reader: Reader, link?: string) => Promise<boolean>
  }
  const accesses: Readonly<Record<FolderKind, Access>> = {
    videos: { listPublic: listPublicUploads, maySee: maySeeUpload },
    captions: { listPublic: listPublicVideos, maySee: maySeeVideo },
  }
  /** @returns the folder with its caching class; undefined if the reader may not see the files */
  async function openTo(
    db: Db,
    request: FastifyRequest,
    kind: FolderKind,
    { id, link, until }: SignedFolder,
  ): Promise<OpenedFolder | undefined> {
    const { listPublic, maySee } = accesses[kind]
    if ((await listPublic(db, [id])).length > 0) return { id, cache: 'public', seconds: 0 }
    const guest = createReader(null, countryOf(request))
    const maxAge = Math.min(redirectSeconds, until - Date.now() / 1000)
    if (await maySee(db, id, guest)) return { id, cache: 'private', seconds: redirectSeconds }
    if (link !== undefined && (await maySee(db, id, guest, link))) return { id, cache: 'private', seconds: maxAge }
    const reader = await findReader(db, request)
    if (!reader || !(await maySee(db, id, reader, link))) return undefined
    const seconds = storage.presign ? await findRemainingAccessSeconds(db, reader.user.id, maxAge) : maxAge
    return { id, cache: 'private', seconds }
  }
  /** @throws 404 */
  const openFolder = (request: FastifyRequest, reply: FastifyReply, kind: FolderKind) =>
    withRequestDatabase(db, reply, { endOnDisconnect: true }, async (requestDb) => {
      const folder = (await signatures.readFolder(requestDb, kind, folderOf(request))) ?? fail(commonErrors.not_found)
      return (await openTo(requestDb, request, kind, folder)) ?? fail(commonErrors.not_found)
    })
  const folderOf = (request: FastifyRequest) => (request.params as { folder: string }).folder
  const nameOf = (request: FastifyRequest) => (request.params as { name: string }).name

  // Doesn't compress, because compression would change byte ranges.
  app.get('/media/videos/:folder/:name', { compress: false }, async (request, reply) => {
    const name = nameOf(request)
    const type = typeOfFile(name) ?? fail(commonErrors.not_found)
    const { id, cache, seconds } = await openFolder(request, reply, 'videos')
    const file = { key: uploadKey(id, name), type, etag: `"${id}-${name}"`, cacheControl: cacheControls[cache] }
    // Redirects only segments to the bucket. In a redirected playlist, relative names would break, and browsers keep the redirected address
    // of a file that they play directly.
    if (cache === 'private' && isSegmented(name)) return sendStoredFile(request, reply, storage, { ...file, redirectSeconds: seconds })
    return sendStoredFile(request, reply, storage, file)
  })

  app.get('/media/captions/:folder/:name', async (request, reply) => {
    const [, language] = /^([A-Za-z0-9-]{2,35})\.vtt$/.exec(nameOf(request)) ?? fail(commonErrors.not_found)
    const { id, cache } = await openFolder(request, reply, 'captions')
    const vtt = await guestWeight.countWeight(request, async () => (await findCaptions(db, id, language!)) ?? fail(commonErrors.not_found))
    return sendCaptions(request, reply, vtt, cache === 'public' ? 'public, max-age=300' : cacheControls.private)
  })

  if (!edge) return
  app.get('/media/edge/videos/:folder/:name', { compress: false }, async (request, reply) => {
    const [folder, name] = [folderOf(request), nameOf(request)]
    const type = typeOfFile(name)
    const edgeFile = { kind: 'videos', folder, name } as const
    const mayReadFile =
      type !== undefined &&
      (await withRequestDatabase(db, reply, { endOnDisconnect: true }, (requestDb) => edge.admits(requestDb, request, edgeFile)))
    if (!mayReadFile) return edge.refuse(reply)
    const file = { key: uploadKey(folder, name), type, etag: `"${folder}-${name}"`, cacheControl: edgeCacheControl(86_400) }
    return sendStoredFile(request, edge.addHeaders(reply), storage, file)
  })

  // Doesn't compress, because caches would store a copy per encoding, and a purge would delete only one.
  app.get('/media/edge/captions/:folder/:name', { compress: false }, async (request, reply) => {
    const [folder, name] = [folderOf(request), nameOf(request)]
    const [, language, version] = /^([A-Za-z0-9-]{2,35})\.([\da-f]{12})\.vtt$/.exec(name) ?? []
    if (language === undefined || version === undefined) return edge.refuse(reply)
    const vtt = await withRequestDatabase(db, reply, { endOnDisconnect: true }, async (requestDb) =>
      (await edge.admits(requestDb, request, { kind: 'captions', folder, name, version }))
        ? findCaptions(requestDb, folder, language)
        : undefined,
    )
    return vtt === undefined ? edge.refuse(reply) : sendCaptions(request, edge.addHeaders(reply), vtt, edgeCacheControl(86_400))
  })
}

function sendCaptions(request: FastifyRequest, reply: FastifyReply, vtt: string, cacheControl: string) {
  const etag = etagOf(vtt)
  reply.header('cache-control', cacheControl).header('etag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('text/vtt; charset=utf-8').send(vtt)
}
