import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Id } from '#kit/contract/fields.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { Empty } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type CallerOptions, findCaller } from '#kit/server/http/callers.ts'
import { createOnce } from '#kit/server/http/once.ts'
import { parsePart } from '#kit/server/http/parse.ts'
import { createConcurrencyLimit } from '#kit/server/http/concurrency-limit.ts'
import type { AllTexts } from '#kit/server/http/problems.ts'
import { disconnectSlowSender } from '#kit/server/http/slow-sender.ts'
import { createSelect } from '#kit/server/select.ts'
import type { SharedLocks } from '#kit/server/db/shared-locks.ts'
import { createReader, type User } from '#kit/server/reader.ts'
import { findEditableSeriesPlace } from '#features/channels/server/access.ts'
import { UploadMetadata, uploadsErrors } from '../contract.ts'
import { deleteUpload, findOwnUpload, findUpload } from './queries/uploads.ts'
import { assertSize, beginUpload, partialUploadLifetimeMs, receiveUpload, type UploadTools } from './uploads.ts'

export interface TusRoutes extends CallerOptions {
  db: Db
  uploads: UploadTools
  uploadLocks: SharedLocks
  texts: AllTexts
  publicUrl: string
  countryOf: (request: FastifyRequest) => string | null
  countWrite: (user: User) => void
  /** Seconds without progress after which a request is ended, so that the upload can resume later. Default: 30. */
  uploadIdleSeconds?: number
}

const path = '/api/uploads'
const tusVersion = '1.0.0'
/** Access rules of the tus calls, which the contract doesn't describe. */
const partEndpoint: Endpoint = {
  method: 'POST',
  path,
  access: 'user',
  actsFor: 'user',
  summary: 'Upload a video file (tus 1.0)',
  output: Empty,
}

/** Takes one of a user's slots for concurrent request bodies, in this process. */
const takeSlot = createConcurrencyLimit(4)

const refuseWithStatus = (statusCode: number): never => {
  throw Object.assign(new Error('not what tus asks for'), { statusCode })
}

/** Serves tus 1.0. This code checks access, target and quota; the reference server handles the protocol. */
export function serveTus(app: FastifyInstance, routes: TusRoutes): void {
  const { db, uploads, countWrite, countryOf, uploadIdleSeconds = 30 } = routes
  const { parts } = uploads

  let loaded: ReturnType<typeof loadTusServer> | undefined
  const load = () => (loaded ??= loadTusServer(routes))

  const addTusHeaders = (reply: FastifyReply) => reply.header('tus-resumable', tusVersion)

  /** @throws 401, 427, 403, 412 */
  async function requireUploader(request: FastifyRequest, reply: FastifyReply): Promise<User> {
    addTusHeaders(reply)
    const user = (await findCaller(routes, db, request, partEndpoint)) ?? fail(commonErrors.login_required)
    if (!user.canUploadVideo) fail(uploadsErrors.not_permitted)
    if (request.headers['tus-resumable'] !== tusVersion) {
      reply.header('tus-version', tusVersion)
      refuseWithStatus(412)
    }
    return user
  }

  /** @param address the checked path without the query: the reference server takes the id from the end of the URL, even from its query */
  async function passToTus(request: FastifyRequest, reply: FastifyReply, address: string): Promise<void> {
    const { serve } = await load()
    request.raw.url = address
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    await serve(request.raw, reply.raw)
  }

  app.route({
    method: 'OPTIONS',
    url: path,
    handler: (request, reply) => passToTus(request, addTusHeaders(reply), path),
  })

  app.post(path, async (request, reply) => {
    const user = await requireUploader(request, reply)
    countWrite(user)
    const { parseMetadata } = await load()
    const parsedMetadata = parseMetadata(request.headers['upload-metadata'] as string | undefined) ?? fail(commonErrors.malformed)
    const reader = createReader(user, countryOf(request))
    if (Id.safeParse(parsedMetadata['series_id']).success)
      await findEditableSeriesPlace(createSelect(db, reader), parsedMetadata['series_id']!)
    const metadata = parsePart(UploadMetadata, parsedMetadata)
    const length = request.headers['upload-length']
    const size = assertSize(typeof length === 'string' && /^\d{1,16}$/.test(length) ? Number(length) : undefined)
    const once = createOnce(partEndpoint, { db, request, reader }, { ...metadata, size })
    const id = await beginUpload(uploads, once, user.id, { ...metadata, size })
    const ownUpload = (await findOwnUpload(db, id, user.id)) ?? fail(commonErrors.not_found)
    try {
      // A repeated call returns the earlier upload, whose part may be missing.
      if (ownUpload.state === 'uploading') await parts.create(id)
    } catch (error) {
      await deleteUpload(db, id)
      throw error
    }
    return reply
      .code(201)
      .headers({ location: `${path}/${id}`, 'upload-expires': new Date(Date.now() + partialUploadLifetimeMs).toUTCString() })
      .send()
  })

  const requireOwnUpload = async (request: FastifyRequest, user: User) => {
    const { id } = request.params as { id: string }
    const ownUpload = Id.safeParse(id).success ? await findOwnUpload(db, id, user.id) : undefined
    return ownUpload ?? fail(commonErrors.not_found)
  }

  app.route({
    method: 'HEAD',
    url: `${path}/:id`,
    async handler(request, reply) {
      const user = await requireUploader(request, reply)
      const { id, size, state } = await requireOwnUpload(request, user)
      // Stores the file if storage failed at the last byte, because a client that resumes has nothing left to send.
      const part = state === 'uploading' ? await parts.find(id) : undefined
      if (state === 'uploading' && (part?.size ?? size) === size) await receiveUpload(uploads, db, { id, userId: user.id })
      await passToTus(request, reply, `${path}/${id}`)
    },
  })

  app.patch(`${path}/:id`, async (request, reply) => {
    const user = await requireUploader(request, reply)
    const { id } = await requireOwnUpload(request, user)
    if (request.headers['content-type'] !== 'application/offset+octet-stream') fail(commonErrors.unsupported_type)
    if (!/^\d{1,16}$/.test(String(request.headers['upload-offset']))) fail(commonErrors.malformed)
    const releaseSlot = takeSlot(user.id)
    const endWatching = disconnectWhenSlow(request, uploadIdleSeconds)
    const end = () => {
      endWatching()
      releaseSlot()
    }
    // Ends on close too, because the reference server may not report the end of aborted requests.
    reply.raw.once('close', end)
    try {
      await passToTus(request, reply, `${path}/${id}`)
    } finally {
      end()
    }
  })
}

/** Loads the reference server with the first upload. */
async function loadTusServer(routes: TusRoutes) {
  const { db, uploads, uploadLocks } = routes
  const { createTusServer, parseMetadata } = await import('./tus-server.ts')
  const serve = createTusServer({
    ...routes,
    locks: uploadLocks,
    parts: uploads.parts,
    path,
    async findUpload(id) {
      const upload = await findUpload(db, id)
      return upload && { size: upload.size, isReceiving: upload.state === 'uploading' }
    },
    async onReceived(id) {
      const upload = await findUpload(db, id)
      if (upload?.user_id) await receiveUpload(uploads, db, { id, userId: upload.user_id })
    },
  })
  return { serve, parseMetadata }
}

/** Disconnects a sender that makes almost no progress. @returns ends the watch */
function disconnectWhenSlow({ raw }: FastifyRequest, idleSeconds: number): () => void {
  const { socket } = raw
  return disconnectSlowSender({
    windowMs: idleSeconds * 1000,
    receivedBytes: () => socket.bytesRead,
    isAwaited: () => !raw.complete && raw.readableLength === 0,
    onTooSlow: () => socket.destroy(),
  })
}
