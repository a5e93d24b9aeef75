import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** Bytes that may be received beyond `maxBytes`, as streams read ahead. */
const readAhead = 256 * 1024

interface DecodeLimits {
  maxBytes: number
  tooLarge: () => Error
}

/**
 * Decodes a body's `Content-Encoding`; undefined if the encoding isn't supported. Also limits the encoded bytes, because a long stream can
 * decode to nothing.
 */
export function decodeContent(body: Readable, header: string | undefined, { maxBytes, tooLarge }: DecodeLimits): Readable | undefined {
  const encoding = (header ?? '').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return body
  const decoder = decoderOf(encoding)
  if (!decoder) return undefined
  let wireBytes = 0
  async function* counted(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      wireBytes += chunk.length
      if (wireBytes > maxBytes + readAhead) throw tooLarge()
      yield chunk
    }
  }
  return pipeline(body, counted, decoder, () => {})
}

function decoderOf(encoding: string) {
  // Accepts truncated data: many servers truncate compressed bodies, and the decoded part is still useful.
  const lenientOptions = { finishFlush: constants.Z_SYNC_FLUSH }
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(lenientOptions)
  if (encoding === 'deflate') return createInflate(lenientOptions)
  if (encoding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  return undefined
}
