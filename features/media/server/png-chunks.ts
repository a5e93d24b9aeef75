import { inflateSync } from 'node:zlib'

const signatureBytes = 8
/** Length, type and checksum of a chunk. */
const frameBytes = 12
/** What a still picture is made of, and how it has to stand. Texts, and the frames of a moving one, are left out. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'eXIf'])
/** Bytes of a colour profile: packed, so that it can hold any amount of nothing. Large ones are of printers, a few megabytes. */
const maxProfileBytes = 4 * 1024 * 1024

/**
 * A PNG without the chunks that say nothing of its first picture: some are packed texts that a decoder unpacks into memory whatever
 * they hold. What is no chunk any more is left as it stands, for the decoder to judge.
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

/** `iCCP` is a name of up to 79 bytes, NUL, the method 0, and the packed profile. */
function isSmallProfile(chunk: Buffer): boolean {
  const nameEnd = chunk.subarray(0, 80).indexOf(0)
  if (nameEnd < 0) return false
  try {
    return inflateSync(chunk.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes }).length > 0
  } catch {
    return false
  }
}
