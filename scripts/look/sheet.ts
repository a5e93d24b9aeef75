import sharp from 'sharp'

export interface Frame {
  /** PNG. */
  picture: Buffer
  label: string
}

/** px between frames, and height of a frame's label. */
const gap = 12
const lineHeight = 24
const columns = 5

/** Combines labelled frames into one picture, in rows of five. @param widthPx of a frame */
export async function sheetOf(frames: readonly Frame[], widthPx: number, file: string): Promise<void> {
  const scaled = await Promise.all(
    frames.map(async ({ picture, label }) => ({
      label,
      ...(await sharp(picture).resize({ width: widthPx }).png().toBuffer({ resolveWithObject: true })),
    })),
  )
  const heightPx = Math.max(...scaled.map(({ info }) => info.height))
  const placeOf = (at: number) => ({
    left: gap + (at % columns) * (widthPx + gap),
    top: gap + Math.floor(at / columns) * (heightPx + lineHeight + gap),
  })
  const labels = scaled.map(({ label }, at) => {
    const { left, top } = placeOf(at)
    return `<text x="${left}" y="${top + 16}">${label}</text>`
  })
  const width = gap + Math.min(columns, frames.length) * (widthPx + gap)
  const height = gap + Math.ceil(frames.length / columns) * (heightPx + lineHeight + gap)
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g font-family="sans-serif" font-size="14" fill="#fff">${labels.join('')}</g></svg>`
  await sharp({ create: { width, height, channels: 3, background: '#404040' } })
    .composite([
      ...scaled.map(({ data }, at) => ({ input: data, left: placeOf(at).left, top: placeOf(at).top + lineHeight })),
      { input: Buffer.from(words), left: 0, top: 0 },
    ])
    .png()
    .toFile(file)
}
