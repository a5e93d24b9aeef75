/** Draws what of the guide is in view, as its elements look (`Guide.module.css`). */
import type { TimedProgramme } from '../../programmes.ts'
import { minutesAt, timeAt } from '../axis.ts'
import type { Cell, GuideParts } from '../guide-parts.ts'
import { boxOf, isSpent, smallLetters, titleLetters, wordsOffset } from '../layout.ts'
import type { Viewport } from '../viewport.ts'
import { anyHue, type CanvasChannel, type CanvasLook } from './messages.ts'

/** px of cells, as the style sheet has them. */
const cellRadius = 12
const besidePx = 12
const betweenRowsPx = 6
/** From the top of a cell to its words, and from one line to the next, as parts of the letters' size. */
const aboveWords = 0.8 * (16 / 14)
const lineHeight = 1.25
const weights = { text: 430, medium: 500, strong: 600, initials: 650 } as const
/** px of a head. */
const discPx = 36
const logoPx = 44
const belowDiscPx = 3
/** Widths that are kept: those of the words of some days. */
const keptWidths = 20_000
/** Logos that are kept: of 160 px they take 20 MB. */
const keptLogos = 200
const logosAtOnce = 6

export function createGuideDrawing(canvas: OffscreenCanvas, parts: GuideParts<CanvasChannel, TimedProgramme>, onPicture: () => void) {
  const context = canvas.getContext('2d', { alpha: false })!
  const widths = new Map<string, number>()
  const times = new Map<number, string>()
  const logos = new Map<string, ImageBitmap | null>()
  let coming = 0
  let format: Intl.DateTimeFormat | undefined
  let look!: CanvasLook
  let view!: Viewport

  const letterPx = () => ({ title: titleLetters * look.sizes.rowPx, small: smallLetters * look.sizes.rowPx })

  function setFont(weight: number, px: number): void {
    const font = `${weight} ${px}px ${look.fontFamily}`
    if (context.font !== font) context.font = font
  }

  function widthOf(text: string): number {
    const key = `${context.font} ${text}`
    let width = widths.get(key)
    if (width === undefined) {
      if (widths.size > keptWidths) widths.clear()
      widths.set(key, (width = context.measureText(text).width))
    }
    return width
  }

  /** As much of a text as there is room for. */
  function fitting(text: string, px: number): string {
    if (widthOf(text) <= px) return text
    let [low, high] = [0, text.length]
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (context.measureText(`${text.slice(0, middle)}…`).width <= px) low = middle
      else high = middle - 1
    }
    return low > 0 ? `${text.slice(0, low)}…` : ''
  }

  /** px from the top of a line to where its letters stand. */
  function baselineOf(height: number): number {
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText('x')
    return (height - Math.round(above) - Math.round(below)) / 2 + Math.round(above)
  }

  /** Browsers set lines of letters on whole px. */
  const write = (text: string, left: number, baseline: number) => context.fillText(text, left, Math.floor(baseline))

  function timeOf(time: number): string {
    format ??= new Intl.DateTimeFormat(look.locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    let text = times.get(time)
    if (text === undefined) times.set(time, (text = format.format(time)))
    return text
  }

  function wordsOf({ is, slot }: Cell<TimedProgramme>): readonly [title: string, small: string] {
    if (is !== 'programme') return ['', is === 'gap' ? look.nothingKnown : '']
    const detail = slot.subtitle ?? slot.category
    return [slot.title, detail ? `${timeOf(slot.start)} · ${detail}` : timeOf(slot.start)]
  }

  function drawCell(cell: Cell<TimedProgramme>, top: number, isPointed: boolean): void {
    const { sizes, axis, now, colours } = look
    const { is, slot } = cell
    const box = boxOf(slot, axis, sizes.pxPerMinute)
    const left = sizes.whoPx + box.left - view.left
    const height = sizes.rowPx - betweenRowsPx
    const isNow = is === 'programme' && slot.start <= now && now < slot.stop
    const isPast = is === 'programme' && slot.stop <= now
    context.beginPath()
    context.roundRect(left, top, box.width, height, Math.min(cellRadius, box.width / 2))
    if (isPast && !isPointed) {
      context.strokeStyle = colours.line
      context.lineWidth = 1
      context.beginPath()
      context.roundRect(left + 0.5, top + 0.5, box.width - 1, height - 1, Math.max(0, Math.min(cellRadius, box.width / 2) - 0.5))
      context.stroke()
    } else if (is === 'programme' || is === 'coming') {
      const [whole, passed] = isPointed ? [colours.text, colours.bg] : [colours['surface-1'], colours['surface-2']]
      context.globalAlpha = is === 'coming' ? 0.55 : 1
      context.fillStyle = whole
      context.fill()
      context.globalAlpha = 1
      if (isNow) {
        // What has passed stands out; the rest is between both.
        const passedPx = (minutesAt(axis, now) - Math.max(0, minutesAt(axis, slot.start))) * sizes.pxPerMinute
        context.fillStyle = passed
        context.globalAlpha = isPointed ? 0.16 : 0.55
        context.fill()
        context.save()
        context.clip()
        context.globalAlpha = 1
        context.fillStyle = isPointed ? whole : passed
        context.fillRect(left, top, passedPx, height)
        context.restore()
        context.globalAlpha = 1
      }
    }
    if (box.wordless || isSpent(box, view.left)) return
    const [title, small] = wordsOf(cell)
    const px = letterPx()
    const offset = wordsOffset(box, view.left)
    const wordsLeft = left + besidePx + offset
    const room = box.width - offset - 2 * besidePx
    const line = lineHeight * px.title
    setFont(isPast && !isPointed ? weights.medium : weights.strong, px.title)
    const baseline = top + aboveWords * px.title + baselineOf(line)
    if (title) {
      context.fillStyle = isPointed ? colours.bg : isPast ? colours['text-2'] : colours.text
      context.letterSpacing = `${-0.008 * px.title}px`
      write(fitting(title, room), wordsLeft, baseline)
      context.letterSpacing = '0px'
    }
    if (small) {
      setFont(weights.text, px.small)
      context.fillStyle = isPointed ? colours.bg : colours[is === 'programme' ? 'text-2' : 'text-3']
      write(fitting(small, room), wordsLeft, baseline + line)
    }
  }

  function drawNow(): void {
    const { sizes, axis, now, colours, count } = look
    if (now < axis.start || now >= axis.end) return
    context.fillStyle = colours.accent
    const left = sizes.whoPx + minutesAt(axis, now) * sizes.pxPerMinute - view.left - 1
    context.fillRect(left, 0, 2, count * sizes.rowPx - view.top)
  }

  /** Undefined until it has come. */
  function logoOf(address: string): ImageBitmap | undefined {
    const known = logos.get(address)
    if (known === null) return undefined
    if (known) {
      // Seen last, it is kept longest.
      logos.delete(address)
      logos.set(address, known)
      return known
    }
    // What passes while others come is asked for if it is still there then.
    if (coming >= logosAtOnce) return undefined
    logos.set(address, null)
    const [oldest] = logos.keys()
    if (logos.size > keptLogos) {
      logos.get(oldest!)?.close()
      logos.delete(oldest!)
    }
    void fetchLogo(address)
    return undefined
  }
  async function fetchLogo(address: string): Promise<void> {
    coming++
    const answer = await fetch(address).catch(() => undefined)
    coming--
    if (!answer?.ok) return
    // Of what is no picture, or is cut off, there is none.
    const logo = await answer
      .blob()
      .then((picture) => createImageBitmap(picture))
      .catch(() => null)
    // It was passed long ago.
    if (!logos.has(address)) return logo?.close()
    logos.set(address, logo)
    onPicture()
  }

  function drawDisc(channel: CanvasChannel | undefined, top: number): void {
    const { sizes, colours } = look
    const logo = channel?.logo ? logoOf(channel.logo) : undefined
    const size = channel && !channel.logo ? discPx : logoPx
    const nameLine = 1.2 * letterPx().small
    const nameHeight = channel && !channel.logo ? belowDiscPx + nameLine : 0
    const middle = sizes.whoPx / 2
    const aboveDisc = top + (sizes.rowPx - size - nameHeight) / 2
    const discTop = Math.round(aboveDisc)
    const centre = discTop + size / 2
    const hued = (colour: string) => colour.replaceAll(anyHue, String(channel?.hue))
    context.save()
    context.beginPath()
    context.arc(middle, centre, size / 2, 0, 2 * Math.PI)
    context.fillStyle = channel ? colours['surface-2'] : colours.skeleton
    context.fill()
    context.clip()
    if (logo) {
      const scale = size / Math.min(logo.width, logo.height)
      const [width, height] = [logo.width * scale, logo.height * scale]
      context.imageSmoothingQuality = 'high'
      context.drawImage(logo, middle - width / 2, centre - height / 2, width, height)
    } else if (channel && !channel.logo) {
      // 155° from the top, and rings around a point below.
      const [x, y] = [Math.sin((155 * Math.PI) / 180), -Math.cos((155 * Math.PI) / 180)]
      const half = ((Math.abs(x) + Math.abs(y)) * size) / 2
      const gradient = context.createLinearGradient(middle - x * half, centre - y * half, middle + x * half, centre + y * half)
      gradient.addColorStop(0, hued(colours['art-from']))
      gradient.addColorStop(1, hued(colours['art-to']))
      context.fillStyle = gradient
      context.fillRect(middle - size / 2, discTop, size, size)
      const [ringX, ringY] = [middle + (0.88 - 0.5) * size, discTop + 1.18 * size]
      const reach = Math.hypot(0.88, 1.18) * size
      context.strokeStyle = hued(colours['art-ring'])
      context.lineWidth = 0.016 * reach
      for (let ring = 0.158; ring < 1; ring += 0.166) {
        context.beginPath()
        context.arc(ringX, ringY, ring * reach, 0, 2 * Math.PI)
        context.stroke()
      }
      setFont(weights.initials, 0.36 * size)
      context.fillStyle = hued(colours['art-text'])
      context.letterSpacing = `${-0.05 * 0.36 * size}px`
      context.textAlign = 'center'
      write(channel.initials, middle, centre - 0.18 * size + baselineOf(0.36 * size))
      context.letterSpacing = '0px'
    }
    context.restore()
    if (!channel) return
    context.strokeStyle = colours.rim
    context.lineWidth = 1
    context.beginPath()
    context.arc(middle, centre, (size - 1) / 2, 0, 2 * Math.PI)
    context.stroke()
    if (channel.logo) return
    setFont(weights.text, letterPx().small)
    context.fillStyle = colours['text-2']
    const name = fitting(channel.name, sizes.whoPx - 8)
    write(name, middle - widthOf(name) / 2, aboveDisc + size + belowDiscPx + baselineOf(nameLine))
  }

  return {
    draw(nextView: Viewport, nextLook: CanvasLook): void {
      view = nextView
      look = nextLook
      const { sizes, axis, colours, pixelRatio, pointed, count } = look
      const [width, height] = [Math.round(view.width * pixelRatio), Math.round((view.height - sizes.scalePx) * pixelRatio)]
      if (canvas.width !== width) canvas.width = width
      if (canvas.height !== height) canvas.height = height
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
      context.fillStyle = colours.bg
      context.fillRect(0, 0, view.width, view.height)
      drawNow()
      const span = {
        start: Math.max(axis.start, timeAt(axis, view.left / sizes.pxPerMinute)),
        end: Math.min(axis.end, timeAt(axis, (view.left + view.width - sizes.whoPx) / sizes.pxPerMinute)),
      }
      const first = Math.max(0, Math.floor(view.top / sizes.rowPx))
      const end = Math.min(count, Math.ceil((view.top + view.height) / sizes.rowPx))
      for (let row = first; row < end; row++)
        for (const cell of parts.cellsAt(row, span)) {
          const { start, stop } = cell.slot
          const isPointed = row === pointed.row && cell.is !== 'coming' && start <= pointed.time && pointed.time < stop
          drawCell(cell, row * sizes.rowPx - view.top + betweenRowsPx / 2, isPointed)
        }
      context.fillStyle = colours.bg
      context.fillRect(0, 0, sizes.whoPx, view.height)
      for (let row = first; row < end; row++) drawDisc(parts.channelAt(row), row * sizes.rowPx - view.top)
    },
  }
}
