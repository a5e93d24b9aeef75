import { fail } from '#kit/server/http/fail.ts'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import type { StreamedResponse } from '#kit/server/outbound/outbound-open.ts'
import { tvWatchingErrors } from '../../errors.ts'
import { isPlaylist, maxPlaylistBytes } from './playlist.ts'
import { isMedia } from './sources.ts'

/** Time limit for a whole playlist. */
const readMs = 10_000
/** Bytes from which the type is detected. */
const sniffedBytes = 16

/**
 * Reads a stream's response if it is a playlist. Media is left for the caller to read.
 * @throws 415 for other data, or a playlist that is too long; OutboundError for a broken connection
 */
export async function readPlaylist({ body, type }: StreamedResponse): Promise<{ text: string } | { media: AsyncIterable<Buffer> }> {
  const timer = setTimeout(() => body.destroy(new Error('too slow')), readMs)
  let isLeft = false
  try {
    const pieces = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
    const chunks: Buffer[] = []
    let bytes = 0
    const readNextChunk = async () => {
      const piece = await pieces.next()
      if (piece.done) return false
      chunks.push(piece.value)
      bytes += piece.value.length
      return true
    }
    while (bytes < sniffedBytes && (await readNextChunk()));
    if (!isPlaylist(Buffer.concat(chunks).toString())) {
      if (!isMedia(type) || bytes === 0) fail(tvWatchingErrors.source_unplayable)
      isLeft = true
      return { media: concatChunks(chunks, pieces) }
    }
    while (bytes <= maxPlaylistBytes && (await readNextChunk()));
    if (bytes > maxPlaylistBytes) fail(tvWatchingErrors.source_unplayable)
    return { text: Buffer.concat(chunks).toString() }
  } catch (error) {
    // Errors of the body itself mean that the connection broke.
    throw body.errored ? new OutboundError('unreachable', 'it broke off', { cause: error }) : error
  } finally {
    clearTimeout(timer)
    if (!isLeft) body.destroy()
  }
}

async function* concatChunks(chunks: readonly Buffer[], rest: AsyncIterator<Buffer>) {
  yield* chunks
  for (let piece = await rest.next(); !piece.done; piece = await rest.next()) yield piece.value
}
