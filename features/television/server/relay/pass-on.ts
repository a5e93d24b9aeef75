import { Readable } from 'node:stream'

/** Bytes after which what was passed on is counted. */
const countedBytes = 1024 * 1024

interface Passing {
  /** @returns false: no more of it */
  count: (bytes: number) => boolean
  /** How long the reader may take nothing. */
  stallMs: number
  /** The reader took nothing for so long. */
  onStall: () => void
}

/** A body that is passed on piece by piece: the next one is read when the reader took the last, so that nothing gathers here. */
export function passOn(body: AsyncIterable<Buffer>, { count, stallMs, onStall }: Passing): Readable {
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
