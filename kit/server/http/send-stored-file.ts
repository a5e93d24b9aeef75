import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { common } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'
import type { ByteRange, Storage } from '../storage/storage-types.ts'

interface StoredAnswer {
  key: string
  /** Its media type, of a kind that is compressed already. */
  type: string
  /** Names these very bytes: `"…"`, quoted. */
  etag: string
  cacheControl: string
}

/** Of the tags of a header, is one this one? A weak one will do for what only compares. */
export const isKnown = (tags: string | undefined, etag: string) =>
  tags?.split(',').some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, ''))) ?? false

/**
 * The part of a file of `size` bytes that a `Range` asks for: undefined for the whole, also when several parts or other units are asked
 * for, which a server may leave unheeded (RFC 9110 § 14.2); null when there is no such part.
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
 * Answers with a file of the store: 200, a part of it (206), or 304 for whoever has it.
 * @throws 404 when it is not there, 416 for a part behind its end
 */
export async function sendStoredFile(request: FastifyRequest, reply: FastifyReply, storage: Storage, answer: StoredAnswer) {
  const { key, type, etag, cacheControl } = answer
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  const addHeaders = () => reply.header('cache-control', cacheControl).header('etag', etag).header('accept-ranges', 'bytes')
  if (isKnown(ifNoneMatch, etag)) return addHeaders().code(304).send()

  const isHead = request.method === 'HEAD'
  // Only the same bytes can be gone on with: of any other validator nobody knows.
  const asksForPart = range !== undefined && !isHead && (ifRange === undefined || ifRange === etag)
  let part: ByteRange | undefined
  if (asksForPart || isHead) {
    const size = (await storage.sizeOf(key)) ?? fail(common.not_found)
    // Of a HEAD without a stream, Fastify says that it is empty.
    if (isHead) return addHeaders().type(type).header('content-length', size).send(Readable.from([]))
    const parsed = parseRange(range, size)
    if (parsed === null) {
      reply.header('content-range', `bytes */${size}`)
      throw Object.assign(new Error('no such part of the file'), { statusCode: 416 })
    }
    part = parsed
    if (part) reply.code(206).header('content-range', `bytes ${part.offset}-${part.offset + part.length - 1}/${size}`)
  }
  const { stream, size } = (await storage.get(key, part)) ?? fail(common.not_found)
  return addHeaders().type(type).header('content-length', size).send(stream)
}
