import { drawBox, type Placement, widthOfBox } from '../crop/placement.ts'
import type { OpenPicture } from './open-picture.ts'

/** Maximum width in px: pictures are never shown or stored wider. */
const maxWidth = 1600
/** Number of smaller sizes to try. */
const maxTries = 8

const pngOf = (canvas: HTMLCanvasElement) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))

/** Shrinks a picture until it fits the byte limit. @returns undefined when it never fits or the browser can't encode it */
async function fittingPng(width: number, maxBytes: number, draw: (width: number) => HTMLCanvasElement): Promise<File | undefined> {
  for (let tries = 0, next = Math.min(width, maxWidth); tries < maxTries && next >= 1; tries++) {
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

/** Returns the crop as a PNG within the byte limit, at most 1600 px across. @returns undefined when it can't be made */
export const writeCrop = ({ image, size }: OpenPicture, aspect: number, placement: Placement, maxBytes: number) =>
  fittingPng(widthOfBox(size, aspect, placement), maxBytes, (width) =>
    canvasOf(width, width / aspect, (context) => drawBox(context, image, { picture: size, aspect, placement, width })),
  )

/** Returns the whole picture in the same way. */
export const writeWhole = ({ image, size }: OpenPicture, maxBytes: number) =>
  fittingPng(size.width, maxBytes, (width) => {
    const height = (width * size.height) / size.width
    return canvasOf(width, height, (context) => {
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, width, height)
    })
  })
