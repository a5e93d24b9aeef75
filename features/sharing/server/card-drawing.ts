/** Draws pictures for link previews. Runs in a child process, as it decodes pictures. */
import type { OverlayOptions } from 'sharp'
import { loadSharp } from '#features/media/server/picture-encoder.ts'
import { cardSize } from './card-size.ts'
import { escapeXml } from '#kit/server/xml.ts'

export interface CardInput {
  name: string
  /** A smaller line below the name. */
  by: string
  /** A line at the bottom. */
  foot: string
  /** Stored pictures: our own WebP files. */
  pictures: Uint8Array[]
  /** The logo: before the line at the bottom, or large if there are no pictures. */
  sign: Uint8Array
}

const margin = 64
const gap = 12
const backgroundColour = '#0b0c12'
/** Background of the logo. */
const logoBackground = '#171923'
const signSize = 260
const footSignSize = 48
/** Matches texts that begin with a right-to-left script. */
const rightToLeftStartPattern = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufefc]/u
/** Font sizes of the name. The largest size that fits is used. */
const nameSizes = [76, 64, 52, 44, 38]
const maxNameHeight = 330

/** Characters that are drawn as boxes if their font is missing. */
const pictographPattern = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu
/** Characters that change the direction of text. */
const directionMarkPattern = /[\u202a-\u202e\u2066-\u2069]/g
const removeUndrawable = (text: string) => text.replace(pictographPattern, '').replace(directionMarkPattern, '').replace(/\s+/g, ' ').trim()

const shortenName = (text: string, max: number) => {
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  return graphemes.length > max
    ? `${graphemes
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : text
}

/** Layout of the pictures in the right half, by count. */
function placesOf(count: number, left: number) {
  const { width, height } = cardSize
  if (count === 1) return [{ left, top: 0, width: width - left, height }]
  const across = Math.floor((width - left - gap) / 2)
  const down = Math.floor((height - gap) / 2)
  const quarter = (column: 0 | 1, row: 0 | 1) => ({
    left: left + column * (across + gap),
    top: row * (down + gap),
    width: across,
    height: down,
  })
  const half = (row: 0 | 1) => ({ ...quarter(0, row), width: width - left })
  if (count === 2) return [half(0), half(1)]
  if (count === 3) return [half(0), quarter(0, 1), quarter(1, 1)]
  return [quarter(0, 0), quarter(1, 0), quarter(0, 1), quarter(1, 1)]
}

/** @returns a JPEG */
export async function drawCard({ name, by, foot, pictures, sign }: CardInput): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const left = 620
  const textWidth = left - 2 * margin + 24

  async function write(text: string, size: number, { bold = false, colour = '#ffffff', width = textWidth } = {}) {
    const markup = `<span foreground="${colour}">${escapeXml(text)}</span>`
    const font = `sans ${bold ? 'bold ' : ''}${size}`
    // At 72 dpi, so that a point is a pixel.
    const options = { text: markup, font, rgba: true, width, dpi: 72, wrap: 'word-char', spacing: Math.round(size / 8) } as const
    const { data, info } = await sharp({ text: options }).png().toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }

  /** Writes the name in the largest size that fits; a name that fits in no size is shortened. */
  async function writeName(text: string) {
    for (const size of nameSizes) {
      const written = await write(text, size, { bold: true })
      if (written.height <= maxNameHeight && written.width <= textWidth) return written
    }
    return write(shortenName(text, 60), nameSizes.at(-1)!, { bold: true })
  }

  const layers: OverlayOptions[] = []
  const read = []
  for (const bytes of pictures.slice(0, 4)) {
    // Skips unreadable pictures.
    const isPicture = await sharp(bytes)
      .metadata()
      .then(
        () => true,
        () => false,
      )
    if (isPicture) read.push(bytes)
  }
  const places = read.length ? placesOf(read.length, left) : []
  for (const [index, { left: x, top, width, height }] of places.entries()) {
    const input = await sharp(read[index]).resize({ width, height, fit: 'cover', position: 'attention' }).png().toBuffer()
    layers.push({ input, left: x, top })
  }
  if (!read.length) {
    const width = cardSize.width - left
    layers.push({ input: { create: { width, height: cardSize.height, channels: 4, background: logoBackground } }, left, top: 0 })
    const input = await sharp(sign).resize(signSize, signSize).png().toBuffer()
    layers.push({ input, left: left + Math.round((width - signSize) / 2), top: Math.round((cardSize.height - signSize) / 2) })
  }

  const drawnText = removeUndrawable(name) || removeUndrawable(by) || foot
  const title = await writeName(drawnText)
  const byLine =
    removeUndrawable(by) && drawnText !== removeUndrawable(by)
      ? await write(shortenName(removeUndrawable(by), 40), 30, { colour: '#b9bccb' })
      : undefined
  const below = byLine ? byLine.height + 22 : 0
  const top = Math.max(margin, Math.round((cardSize.height - margin - title.height - below) / 2))
  const place = (written: { data: Buffer; width: number }, top: number) =>
    layers.push({ input: written.data, left: rightToLeftStartPattern.test(drawnText) ? margin + textWidth - written.width : margin, top })
  place(title, top)
  if (byLine) place(byLine, top + title.height + 22)
  const footLine = await write(foot, 28, { bold: true, width: textWidth - footSignSize - 16 })
  const footTop = cardSize.height - margin - footSignSize
  layers.push({ input: await sharp(sign).resize(footSignSize, footSignSize).png().toBuffer(), left: margin, top: footTop })
  const footLeft = margin + footSignSize + 16
  layers.push({ input: footLine.data, left: footLeft, top: footTop + Math.round((footSignSize - footLine.height) / 2) })

  return sharp({ create: { ...cardSize, channels: 3, background: backgroundColour } })
    .composite(layers)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}
