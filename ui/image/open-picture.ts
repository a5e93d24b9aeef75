import type { Size } from '../crop/placement.ts'

/** A decoded picture, with EXIF rotation applied. */
export interface OpenPicture {
  image: HTMLImageElement
  size: Size
}

/** Maximum pixels: decoding takes four bytes of memory each. */
const maxPixels = 120_000_000

/**
 * Decodes a file. The caller must call `close`, which revokes the object URL.
 * @returns the picture, or the reason: unreadable, or too many pixels
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
