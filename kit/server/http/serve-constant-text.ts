import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { etagOf, matchesEtag } from './etags.ts'

const compressionOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

async function compressText(text: string) {
  const plain = Buffer.from(text)
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, compressionOptions), promisify(gzip)(plain)])
  return { etag: etagOf(plain), plain, br, gzip: gzipped }
}

/** Whether an `Accept-Encoding` header accepts this encoding. */
const acceptsEncoding = (header: string, encoding: string) =>
  header
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, weight = '1'] = part.split(/;\s*q=/)
      return name!.trim() === encoding && Number(weight) > 0
    })

/** Serves a text that is constant at run time. Builds and compresses it at the first request; a known `ETag` gets 304. */
export function serveConstantText(app: FastifyInstance, path: string, type: string, build: () => string): void {
  let packed: ReturnType<typeof compressText> | undefined
  app.get(path, async ({ headers }, reply) => {
    const { etag, ...bodies } = await (packed ??= compressText(build()))
    // Weak, because each encoding has different bytes.
    reply.header('etag', `W/${etag}`).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
    const encoding = (['br', 'gzip'] as const).find((item) => acceptsEncoding(headers['accept-encoding'] ?? '', item))
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type(type).send(bodies[encoding ?? 'plain'])
  })
}
