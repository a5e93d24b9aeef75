const headBytes = 12
const chunkHeadBytes = 8

/** Counts WebP frames by chunks without decoding, which would be slow for many frames. */
export function countWebpFrames(webp: Uint8Array): number {
  const bytes = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength)
  let frames = 0
  for (let at = headBytes; at + chunkHeadBytes <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') frames++
    // Chunks are aligned to even offsets.
    at += chunkHeadBytes + size + (size % 2)
  }
  return frames
}
