const headBytes = 12
const chunkHeadBytes = 8

/** Frames of a WebP by its chunks, without decoding it: reading all their headers takes a decoder longer than one picture. */
export function countWebpFrames(webp: Uint8Array): number {
  const bytes = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength)
  let frames = 0
  for (let at = headBytes; at + chunkHeadBytes <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') frames++
    // Chunks begin at even places.
    at += chunkHeadBytes + size + (size % 2)
  }
  return frames
}
