import { inflateSync } from 'node:zlib'

const signatureBytes = 8
/** Length, type and checksum of a chunk. */
const frameBytes = 12
/** Chunks of a still picture, and their order. Drops texts, and animation frames. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'eXIf'])
/** Maximum bytes of a compressed colour profile, which could be a decompression bomb. Large printer profiles have a few megabytes. */
const maxProfileBytes = 4 * 1024 * 1024

/**
 * Removes PNG chunks that the first picture doesn't need, because decoders decompress text chunks of any size. Keeps malformed
 * data for the decoder to reject.
 */
export function withoutExtras(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const parts = [bytes.subarray(0, signatureBytes)]
  let hasProfile = false
  let offset = signatureBytes
  while (offset + frameBytes <= bytes.length) {
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    const end = offset + frameBytes + bytes.readUInt32BE(offset)
    if (end > bytes.length && !kept.has(type)) return Buffer.concat(parts)
    const isProfile = type === 'iCCP' && !hasProfile && isSmallProfile(bytes.subarray(offset + 8, end - 4))
    if (isProfile) hasProfile = true
    if (isProfile || kept.has(type)) parts.push(bytes.subarray(offset, end))
    offset = end
    if (type === 'IEND') break
  }
  return Buffer.concat(parts)
}

/** `iCCP`: a name of up to 79 bytes, NUL, method 0, and the compressed profile. */
function isSmallProfile(chunk: Buffer): boolean {
  const nameEnd = chunk.subarray(0, 80).indexOf(0)
  if (nameEnd < 0) return false
  try {
    return inflateSync(chunk.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes }).length > 0
  } catch {
    return false
  }
}
