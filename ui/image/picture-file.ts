import { type Placement, type Size, drawBox, widthOfBox } from '../crop/placement.ts'

/** A decoded picture, rotated as its EXIF data says. */
export interface OpenPicture {
  image: HTMLImageElement
  size: Size
}

/** Maximum number of pixels, because each needs four bytes of memory. */
const maxPixels = 120_000_000

/**
 * Decodes a file. The caller must call `close`, which frees the memory.
 * @returns the picture, or why it can't be opened: unreadable, or too many pixels
 */
export async function openPicture(file: Blob): Promise<(OpenPicture & { close: () => void }) | 'unreadable' | 'too_many_pixels'> {
  const address = URL.createObjectURL(file)
  const close = () => URL.revokeObjectURL(address)
  const image = new Image()
  const hasLoaded = await new Promise<boolean>((resolve) => {
    image.addEventListener('load', () => resolve(true))
    image.addEventListener('error', () => resolve(false))
    image.src = address
  })
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const pixels = size.width * size.height
  if (!hasLoaded || pixels === 0 || pixels > maxPixels) {
    close()
    return pixels > maxPixels ? 'too_many_pixels' : 'unreadable'
  }
  return { image, size, close }
}

/** Maximum width in px. Wider pictures are never shown or stored. */
const maxWidth = 1600
/** Number of smaller sizes that are tried. */
const maxSizesTried = 8

const pngOf = (canvas: HTMLCanvasElement) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))

/** Makes a picture smaller until it fits the byte limit. @returns undefined if no size fits, or the browser can't encode it */
async function fittingPng(width: number, maxBytes: number, draw: (width: number) => HTMLCanvasElement): Promise<File | undefined> {
  for (let attempt = 0, next = Math.min(width, maxWidth); attempt < maxSizesTried && next >= 1; attempt++) {
    const png = await pngOf(draw(Math.round(next)))
    if (!png) return undefined
    if (png.size <= maxBytes) return new File([png], 'picture.png', { type: 'image/png' })
    next *= Math.sqrt(maxBytes / png.size) * 0.95
  }
  return undefined
}

function canvasOf(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (context) draw(context)
  return canvas
}

/** Returns the crop as a PNG within the byte limit, at most 1600 px wide. @returns undefined if that is impossible */
export const writeCrop = ({ image, size }: OpenPicture, aspect: number, placement: Placement, maxBytes: number) =>
  fittingPng(widthOfBox(size, aspect, placement), maxBytes, (width) =>
    canvasOf(width, width / aspect, (context) => drawBox(context, image, { picture: size, aspect, placement, width })),
  )

/** Returns the whole picture as a PNG, with the limits of {@link writeCrop}. */
export const writeFullPicture = ({ image, size }: OpenPicture, maxBytes: number) =>
  fittingPng(size.width, maxBytes, (width) => {
    const height = (width * size.height) / size.width
    return canvasOf(width, height, (context) => {
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, width, height)
    })
  })
