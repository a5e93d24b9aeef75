import { Readable } from 'node:stream'

/** Number of relayed bytes after which they are counted. */
const countedBytes = 1024 * 1024

interface PassOptions {
  /** @returns false if the limit is reached */
  count: (bytes: number) => boolean
  /** Maximum time in which the reader takes no data. */
  stallMs: number
  /** Called if the reader has taken no data for that time. */
  onStall: () => void
}

/** Relays a body chunk by chunk with backpressure, so that no data collects in memory. */
export function relayBody(body: AsyncIterable<Buffer>, { count, stallMs, onStall }: PassOptions): Readable {
  async function* pieces() {
    let uncounted = 0
    const counted = (chunk: Buffer) => {
      uncounted += chunk.length
      if (uncounted < countedBytes) return
      if (!count(uncounted)) throw new Error('no more for today')
      uncounted = 0
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
      count(uncounted)
    }
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: 64 * 1024 })
}
