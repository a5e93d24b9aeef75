import type { IncomingMessage } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { commonErrors } from '#kit/contract/problems.ts'
import { isCompressed } from './body.ts'
import { fail, ProblemError } from './fail.ts'
import type { FileType } from '../sandbox/detect-type.ts'
import { disconnectSlowSender } from './slow-sender.ts'

/** A body as a stream, never wholly in memory. */
export interface Upload {
  /** The bytes. Fails with 413 if the body is too large, and with 400 if it is incomplete; the reader must then discard the bytes. */
  stream: Readable
  /** Detected from the first bytes, because the sender's header may be wrong; undefined: unknown. */
  type: FileType | undefined
}

export interface UploadOptions {
  maxBytes: number
  detectType: (firstBytes: Uint8Array) => Promise<FileType | undefined>
  /** Aborts an upload that sends almost nothing for this time. */
  idleMs: number
}

/** Number of first bytes from which the file type is detected. */
const headBytes = 4100
/** Speed of the slowest connection on which the largest file still completes. */
const minBytesPerSecond = 16 * 1024

/**
 * Opens a request's body for streaming, with backpressure. If the consumer stops, the rest is discarded, so that the client can read the
 * response.
 * @returns once its type is detected
 * @throws 400 for an empty body, 413 if the announced length is too large, 415 for a compressed body
 */
export async function openUpload(request: IncomingMessage, { maxBytes, detectType, idleMs }: UploadOptions): Promise<Upload> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) fail(commonErrors.too_large)
  if (isCompressed(request)) fail(commonErrors.unsupported_type)
  const body = limitStream(request, maxBytes, idleMs)
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  const head: Buffer[] = []
  let headSize = 0
  let isWhole = false
  while (headSize < headBytes && !isWhole) {
    const { done, value } = await chunks.next()
    if (done) isWhole = true
    else {
      head.push(value)
      headSize += value.length
    }
  }
  if (!headSize) fail(commonErrors.malformed)

  async function* readAll() {
    try {
      yield* head
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    } finally {
      body.destroy()
    }
  }
  const stream = Readable.from(readAll(), { objectMode: false })
  // Ends the generator if the consumer never reads.
  stream.once('close', () => body.destroy())
  return { stream, type: await detectType(Buffer.concat(head).subarray(0, headBytes)) }
}

/** Limits the size and duration of a body. Counts only the time in which the sender is slow, not the time of a slow store. */
function limitStream(request: IncomingMessage, maxBytes: number, idleMs: number): Transform {
  let bytes = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length
      if (bytes > maxBytes) callback(new ProblemError(commonErrors.too_large, {}))
      else callback(null, chunk)
    },
  })
  const abortBody = () => body.destroy(new ProblemError(commonErrors.malformed, {}))
  const isAwaited = () => !request.complete && !body.writableNeedDrain
  const endWatching = disconnectSlowSender({ windowMs: idleMs, receivedBytes: () => bytes, isAwaited, onTooSlow: abortBody })
  const tooSlow = setTimeout(abortBody, idleMs + (maxBytes / minBytesPerSecond) * 1000)
  const onClose = () => {
    if (!request.complete) abortBody()
  }
  request.once('close', onClose).pipe(body)
  body.once('close', () => {
    endWatching()
    clearTimeout(tooSlow)
    request.off('close', onClose).unpipe(body)
    request.resume()
  })
  return body
}
