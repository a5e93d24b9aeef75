import type { Size } from '../crop/placement.ts'

/** A picture that the browser could read: upright, whatever its camera was held like. */
export interface OpenPicture {
  image: HTMLImageElement
  size: Size
}

/** Pixels of a picture that is opened here: a phone keeps four bytes of each in memory. */
const maxPixels = 120_000_000

/**
 * Reads a file as a picture. Its object URL is revoked by whoever calls `close`.
 * @returns why not: the browser can't read it, or it has too many pixels
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
