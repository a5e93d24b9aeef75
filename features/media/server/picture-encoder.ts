import { inflateSync } from 'node:zlib'
import { pictureWidths, widthsOf } from '../picture-addresses.ts'

const signatureBytes = 8
/** Bytes of a chunk's length, type and checksum. */
const frameBytes = 12
/** Chunks of a still picture that are kept, in order. Texts and animation frames are dropped. */
const keptChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'eXIf'])
/**
 * Maximum bytes of a decompressed colour profile, because a small profile could be a decompression bomb. Large printer profiles have a few
 * megabytes.
 */
const maxProfileBytes = 4 * 1024 * 1024

/**
 * Removes PNG chunks that the first frame doesn't need, because decoders decompress text chunks of any size. Malformed data stays, so that
 * the decoder rejects it.
 */
export function stripMetadata(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const parts = [bytes.subarray(0, signatureBytes)]
  let hasProfile = false
  let offset = signatureBytes
  while (offset + frameBytes <= bytes.length) {
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    const end = offset + frameBytes + bytes.readUInt32BE(offset)
    if (end > bytes.length && !keptChunks.has(type)) return Buffer.concat(parts)
    const isProfile = type === 'iCCP' && !hasProfile && isSmallProfile(bytes.subarray(offset + 8, end - 4))
    if (isProfile) hasProfile = true
    if (isProfile || keptChunks.has(type)) parts.push(bytes.subarray(offset, end))
    offset = end
    if (type === 'IEND') break
  }
  return Buffer.concat(parts)
}

/**
 * Whether the colour profile of an `iCCP` chunk is small. The chunk contains a name of up to 79 bytes, NUL, method 0, and the compressed
 * profile.
 */
function isSmallProfile(chunk: Buffer): boolean {
  const nameEnd = chunk.subarray(0, 80).indexOf(0)
  if (nameEnd < 0) return false
  try {
    return inflateSync(chunk.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes }).length > 0
  } catch {
    return false
  }
}

const headBytes = 12
const chunkHeadBytes = 8

/** Counts WebP frames by their chunks, because decoding many frames would be slow. */
function countWebpFrames(webp: Uint8Array): number {
  const bytes = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength)
  let frames = 0
  for (let offset = headBytes; offset + chunkHeadBytes <= bytes.length;) {
    const size = bytes.readUInt32LE(offset + 4)
    if (bytes.toString('latin1', offset, offset + 4) === 'ANMF') frames++
    // Chunks are aligned to even offsets.
    offset += chunkHeadBytes + size + (size % 2)
  }
  return frames
}

/** Maximum px per side. The header is checked before decoding. */
const maxSidePx = 8192
const maxPixels = 40_000_000
/** Maximum pixels of an AVIF picture. The decoder needs 20 to 25 bytes per pixel (up to 800 MiB). */
const maxAvifPixels = 12_000_000
/** Maximum frames in a file, of which the first is kept. */
const maxFrames = 1000
const [, , , , maxWidth] = pictureWidths
/** Maximum height in px. WebP itself allows 16,383. */
const maxHeight = 2880

export interface EncodedPicture {
  /** Size of the largest version in px. */
  width: number
  height: number
  /** The average colour, `rrggbb`. */
  colour: string
  /** WebP, narrowest first. */
  sizes: { width: number; data: Uint8Array }[]
}

export interface PictureInput {
  bytes: Uint8Array
  /** Accepted formats, by `file-type` extension. */
  formats: readonly string[]
  /** WebP effort (0 to 6) and quality (1 to 100); tuned for interactive use by default. */
  webp?: { quality: number; effort: number }
  /** Whether to encode only the largest size. */
  isLargestOnly?: boolean
}

const quickWebp = { quality: 80, effort: 4 }

/**
 * Encodes a picture in all its widths, upright, in sRGB, first frame only, without metadata.
 * @returns null for other formats, and pictures that are too large or unreadable
 */
export async function encodePicture({ bytes, formats, webp = quickWebp, isLargestOnly }: PictureInput): Promise<EncodedPicture | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!type || !formats.includes(type.ext)) return null
  if (type.ext === 'webp' && countWebpFrames(bytes) > maxFrames) return null
  const sharp = await loadSharp()
  const input = type.ext === 'png' || type.ext === 'apng' ? stripMetadata(bytes) : bytes
  try {
    const limitInputPixels = type.ext === 'avif' ? maxAvifPixels : maxPixels
    const options = { limitInputPixels, failOn: 'error' } as const
    const { width, height, pages = 1 } = await sharp(input, options).metadata()
    if (Math.max(width, height) > maxSidePx || width * height > limitInputPixels || pages > maxFrames) return null
    const { data, info } = await sharp(input, options)
      .autoOrient()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const openDecoded = () => sharp(data, { raw })
    const [red, green, blue] = await openDecoded().resize(1, 1, { fit: 'fill' }).raw().toBuffer()
    const sizes = []
    for (const size of isLargestOnly ? [raw.width] : widthsOf(raw.width))
      sizes.push({ width: size, data: await openDecoded().resize({ width: size }).webp(webp).toBuffer() })
    return { width: raw.width, height: raw.height, colour: toHexPair(red) + toHexPair(green) + toHexPair(blue), sizes }
  } catch {
    return null
  }
}

const toHexPair = (byte: number | undefined) => (byte ?? 0).toString(16).padStart(2, '0')

/** Loads the decoder with the first picture. Only the named formats are decoded, even if a file claims another format. */
async function loadDecoder() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`) })
  return sharp
}
let loadingSharp: ReturnType<typeof loadDecoder> | undefined
export const loadSharp = () => (loadingSharp ??= loadDecoder())
