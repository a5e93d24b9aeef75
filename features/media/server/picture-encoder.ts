import { pictureWidths, widthsOf } from '../picture-addresses.ts'
import { withoutExtras } from './png-chunks.ts'
import { countWebpFrames } from './webp-frames.ts'

/** Pixels of each side, and of the whole; the header tells them before anything is decoded. */
const maxSide = 8192
const maxPixels = 40_000_000
/** Of AVIF, whose decoder takes 20 to 25 bytes a pixel (its largest took 800 MiB). */
const maxAvifPixels = 12_000_000
/** Only the first frame is kept; a file of more is no picture. */
const maxFrames = 1000
const [, , , , maxWidth] = pictureWidths
/** In pixels: WebP ends at 16,383, and a long strip helps nobody. */
const maxHeight = 2880

export interface EncodedPicture {
  /** Of the largest size, in pixels. */
  width: number
  height: number
  /** The average, `rrggbb`. */
  colour: string
  /** Narrowest first, in WebP. */
  sizes: { width: number; data: Uint8Array }[]
}

export interface PictureInput {
  bytes: Uint8Array
  /** Which formats may come, by the endings that `file-type` gives them. */
  formats: readonly string[]
  /** How hard WebP tries, 0 to 6, and of what quality it is, 1 to 100. Absent: as fits somebody who waits. */
  webp?: { quality: number; effort: number }
  /** Only its largest size is asked for. */
  isLargestOnly?: boolean
}

const quickWebp = { quality: 80, effort: 4 }

/**
 * The picture in all its widths, upright, in sRGB, first frame only, without any metadata.
 * @returns null for what is no picture of these formats, is too large or can't be read
 */
export async function encodePicture({ bytes, formats, webp = quickWebp, isLargestOnly }: PictureInput): Promise<EncodedPicture | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!type || !formats.includes(type.ext)) return null
  if (type.ext === 'webp' && countWebpFrames(bytes) > maxFrames) return null
  const sharp = await loadSharp()
  const input = type.ext === 'png' || type.ext === 'apng' ? withoutExtras(bytes) : bytes
  try {
    const limitInputPixels = type.ext === 'avif' ? maxAvifPixels : maxPixels
    const options = { limitInputPixels, failOn: 'error' } as const
    const { width, height, pages = 1 } = await sharp(input, options).metadata()
    if (Math.max(width, height) > maxSide || width * height > limitInputPixels || pages > maxFrames) return null
    const { data, info } = await sharp(input, options)
      .autoOrient()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const decoded = () => sharp(data, { raw })
    const [red, green, blue] = await decoded().resize(1, 1, { fit: 'fill' }).raw().toBuffer()
    const sizes = []
    for (const size of isLargestOnly ? [raw.width] : widthsOf(raw.width))
      sizes.push({ width: size, data: await decoded().resize({ width: size }).webp(webp).toBuffer() })
    return { width: raw.width, height: raw.height, colour: hex(red) + hex(green) + hex(blue), sizes }
  } catch {
    return null
  }
}

const hex = (byte: number | undefined) => (byte ?? 0).toString(16).padStart(2, '0')

/** Loaded by the first picture. The decoder reads what we name and nothing else, whatever a file pretends to be. */
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`) })
  return sharp
}
let loading: ReturnType<typeof load> | undefined
export const loadSharp = () => (loading ??= load())
