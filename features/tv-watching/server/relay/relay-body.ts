import { Readable } from 'node:stream'

/** Number of relayed bytes after which they are counted. */
const countedBytes = 1024 * 1024

interface PassOptions {
  /** @returns false if the limit is reached */
  count: (bytes: number) => boolean
  /** Milliseconds without a read by the client, after which `onStall` is called. */
  stallMs: number
  /** Called if the client stops reading. */
  onStall: () => void
}

/** Relays a body chunk by chunk with backpressure, so that no data collects in memory. */
export function relayBody(body: AsyncIterable<Buffer>, { count, stallMs, onStall }: PassOptions): Readable {
  async function* countChunks() {
    let uncountedBytes = 0
    const counted = (chunk: Buffer) => {
      uncountedBytes += chunk.length
      if (uncountedBytes < countedBytes) return
      if (!count(uncountedBytes)) throw new Error('no more for today')
      uncountedBytes = 0
    }
    const stalled = setTimeout(onStall, stallMs)
    try {
      for await (const chunk of body) {
        counted(chunk)
        stalled.refresh()
        yield chunk
      }
    } finally {
      clearTimeout(stalled)
      count(uncountedBytes)
    }
  }
  return Readable.from(countChunks(), { objectMode: false, highWaterMark: 64 * 1024 })
}
