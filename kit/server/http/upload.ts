import type { IncomingMessage } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { common } from '#kit/contract/problems.ts'
import { fail, ProblemError } from './fail.ts'
import type { FileType } from '../sandbox/detect-type.ts'
import { watchSender } from './slow-sender.ts'

/** A body as it comes: never as a whole in memory. */
export interface Upload {
  /** Fails with a refusal when there is too much of it (413), or no end (400). Whoever keeps the bytes must not keep these. */
  stream: Readable
  /** By its first bytes, whatever its sender says; undefined: unknown. */
  type: FileType | undefined
}

export interface UploadOptions {
  maxBytes: number
  detectType: (firstBytes: Uint8Array) => Promise<FileType | undefined>
  /** When it brings nothing, or next to nothing, for so long, it is given up. */
  idleMs: number
}

/** What tells a file's type stands in its beginning. */
const headBytes = 4100
/** The slowest line on which the largest file would still come as a whole. */
const minBytesPerSecond = 16 * 1024

const isEncoded = ({ headers }: IncomingMessage) => !['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase())

/**
 * Opens a request's body for streaming. What its reader doesn't take stays with the sender; what nobody reads any more is let run dry, so
 * that the sender can read the answer.
 * @returns when its type can be told
 * @throws 400 for none, 413 for one that announces too much, 415 for a compressed one
 */
export async function openUpload(request: IncomingMessage, { maxBytes, detectType, idleMs }: UploadOptions): Promise<Upload> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) fail(common.too_large)
  if (isEncoded(request)) fail(common.unsupported_type)
  const body = limited(request, maxBytes, idleMs)
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
  if (!headSize) fail(common.malformed)

  async function* all() {
    try {
      yield* head
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    } finally {
      body.destroy()
    }
  }
  const stream = Readable.from(all(), { objectMode: false })
  // A reader that never begins would not end it.
  stream.once('close', () => body.destroy())
  return { stream, type: await detectType(Buffer.concat(head).subarray(0, headBytes)) }
}

/** The body as far as it may go; it fails with the refusal. Only the time that the sender takes counts: a slow store is no slow line. */
function limited(request: IncomingMessage, maxBytes: number, idleMs: number): Transform {
  let bytes = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length
      if (bytes > maxBytes) callback(new ProblemError(common.too_large, {}))
      else callback(null, chunk)
    },
  })
  const giveUp = () => body.destroy(new ProblemError(common.malformed, {}))
  const isAwaited = () => !request.complete && !body.writableNeedDrain
  const endWatching = watchSender({ windowMs: idleMs, receivedBytes: () => bytes, isAwaited, giveUp })
  const tooSlow = setTimeout(giveUp, idleMs + (maxBytes / minBytesPerSecond) * 1000)
  const onClose = () => {
    if (!request.complete) giveUp()
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
