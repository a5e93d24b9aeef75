import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors } from '#kit/contract/problems.ts'
import { matchesEtag } from './etags.ts'
import { fail } from './fail.ts'
import type { ByteRange, Storage } from '../storage/storage-types.ts'

interface StoredFileResponse {
  key: string
  /** Media type of an already compressed format. */
  type: string
  /** Identifies these bytes: `"…"`, quoted. */
  etag: string
  cacheControl: string
  /** Redirects to an address at the store that is valid for this many seconds. Ignored if the store has no such addresses. */
  redirectSeconds?: number
}

/**
 * Returns the part of a file of `size` bytes that a `Range` requests. Undefined: the whole file, also for several parts or other units,
 * which a server may ignore (RFC 9110 § 14.2). Null: there is no such part.
 */
function parseRange(range: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { offset: size - length, length } : null
  }
  const [from, to] = [Number(first), last === '' ? Infinity : Number(last)]
  if (to < from) return undefined
  return from < size ? { offset: from, length: Math.min(to, size - 1) - from + 1 } : null
}

/**
 * Responds with a stored file: 200, a part of it (206), or 304 if the client has it.
 * @throws 404 if it doesn't exist, 416 for a part beyond its end
 */
export async function sendStoredFile(request: FastifyRequest, reply: FastifyReply, storage: Storage, response: StoredFileResponse) {
  const { key, type, etag, cacheControl } = response
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  const addHeaders = () => reply.header('cache-control', cacheControl).header('etag', etag).header('accept-ranges', 'bytes')
  if (matchesEtag(ifNoneMatch, etag)) return addHeaders().code(304).send()

  const isHead = request.method === 'HEAD'
  const { redirectSeconds } = response
  // An address is signed for GET only, so HEAD isn't redirected.
  if (redirectSeconds !== undefined && storage.presign && !isHead) {
    const address = await storage.presign(key, { seconds: redirectSeconds, type })
    return reply.header('cache-control', 'private, no-store').redirect(address, 302)
  }
  const accelPath = storage.accelPath?.(key)
  // The proxy handles ranges, and has an entity tag of its own.
  if (accelPath !== undefined) return addHeaders().type(type).header('x-accel-redirect', accelPath).send('')
  // A part must come from the same bytes as the client's other parts, so any other `If-Range` gets the whole file.
  const requestsRange = range !== undefined && !isHead && (ifRange === undefined || ifRange === etag)
  let part: ByteRange | undefined
  if (requestsRange || isHead) {
    const size = (await storage.sizeOf(key)) ?? fail(commonErrors.not_found)
    // Without a stream, Fastify would send a content length of 0.
    if (isHead) return addHeaders().type(type).header('content-length', size).send(Readable.from([]))
    const parsed = parseRange(range, size)
    if (parsed === null) {
      reply.header('content-range', `bytes */${size}`)
      throw Object.assign(new Error('no such part of the file'), { statusCode: 416 })
    }
    part = parsed
    if (part) reply.code(206).header('content-range', `bytes ${part.offset}-${part.offset + part.length - 1}/${size}`)
  }
  const { stream, size } = (await storage.get(key, part)) ?? fail(commonErrors.not_found)
  return addHeaders().type(type).header('content-length', size).send(stream)
}
