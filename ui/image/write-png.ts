import { drawBox, type Placement, widthOfBox } from '../crop/placement.ts'
import type { OpenPicture } from './open-picture.ts'

/** Pixels: no picture is shown wider, nor kept by the server. */
const maxWidth = 1600
/** Of how many smaller ones is tried whether it fits. */
const maxTries = 8

const pngOf = (canvas: HTMLCanvasElement) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))

/** Makes it smaller until it has so many bytes at most. @returns undefined when the browser can't, or it never fits */
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

/** What lies in the crop box, as a PNG of at most so many bytes and 1600 pixels across. @returns undefined when there is none */
export const writeCrop = ({ image, size }: OpenPicture, aspect: number, placement: Placement, maxBytes: number) =>
  fittingPng(widthOfBox(size, aspect, placement), maxBytes, (width) =>
    canvasOf(width, width / aspect, (context) => drawBox(context, image, { picture: size, aspect, placement, width })),
  )

/** The whole picture, in the same way. */
export const writeWhole = ({ image, size }: OpenPicture, maxBytes: number) =>
  fittingPng(size.width, maxBytes, (width) => {
    const height = (width * size.height) / size.width
    return canvasOf(width, height, (context) => {
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, width, height)
    })
  })
