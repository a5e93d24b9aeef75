import type { Locator } from 'playwright'
import sharp from 'sharp'
import { waitForRender } from './gestures.ts'

interface Line {
  text: string
  /** Red, green, blue and opacity, 0 to 255. */
  colour: readonly number[]
  box: { left: number; top: number; width: number; height: number }
  /** Contrast required by WCAG for this size and weight. */
  needed: number
}

/** Relative luminance (WCAG) of red, green and blue from 0 to 255. */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: readonly number[], b: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the lines of text in an element with their colours. Then makes the text invisible, so that the background can be read. */
const takeLetters = (root: Locator) =>
  root.evaluate((element): Line[] => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const lines: Line[] = []
    // Returns false for text that is clipped or covered.
    const isSeen = (parent: Element, { left, top, width, height }: DOMRect) => {
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && (parent.contains(hit) || (hit.matches('a, button, label') && hit.contains(parent)))
    }
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = getComputedStyle(node.parentElement!).color
      canvas.fillRect(0, 0, 1, 1)
      const colour = [...canvas.getImageData(0, 0, 1, 1).data]
      const parent = node.parentElement!
      const { fontSize, fontWeight, clipPath, display } = getComputedStyle(parent)
      // Skips text that only screen readers see, and the letter of the brand that is below the lamp.
      if (clipPath !== 'none' || node.textContent === 'ı') continue
      const sizePx = Number.parseFloat(fontSize)
      const needed = sizePx >= 24 || (sizePx >= 18.66 && Number(fontWeight) >= 600) ? 3 : 4.5
      // Text beyond the edges of its element is clipped.
      const room = parent.getBoundingClientRect()
      for (const line of range.getClientRects()) {
        const right = display === 'inline' ? line.right : Math.min(line.right, room.right)
        const box = new DOMRect(line.left, line.top, right - line.left, line.height)
        if (isSeen(parent, box)) {
          const { left, top, width, height } = box
          lines.push({ text: node.textContent!.trim(), colour, box: { left, top, width, height }, needed })
        }
      }
    }
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { color: transparent !important; transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
    return lines.filter(({ text, box }) => text && box.width > 2 && box.height > 2)
  })

/**
 * Compares each line of text in an element with the pixels behind it.
 * @returns visible lines whose contrast is below 4.5:1 anywhere, or below 3:1 for large text
 */
export async function findFaintText(root: Locator): Promise<string[]> {
  const page = root.page()
  const lines = await takeLetters(root)
  await waitForRender(page)
  const picture = await page.screenshot()
  await page.evaluate(() => document.adoptedStyleSheets.pop())
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const seen = lines.flatMap(({ text, colour, box, needed }) => {
    const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))]
    const [right, bottom] = [Math.min(info.width, Math.ceil(box.left + box.width)), Math.min(info.height, Math.ceil(box.top + box.height))]
    const opacity = (colour[3] ?? 255) / 255
    // Distinct colours, because the many pixels behind a line have few.
    const colours = new Set<number>()
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) colours.add(data.readUIntBE((y * info.width + x) * 3, 3))
    const contrasts = [...colours].map((packed) => {
      const behind = [packed >> 16, (packed >> 8) & 255, packed & 255]
      return contrast(
        behind.map((value, index) => value + ((colour[index] ?? 0) - value) * opacity),
        behind,
      )
    })
    return contrasts.length ? [{ text, lowest: Math.min(...contrasts), needed }] : []
  })
  if (seen.length === 0) throw new Error('No text is in sight')
  return seen.filter(({ lowest, needed }) => lowest < needed).map(({ text, lowest }) => `${text}: ${lowest.toFixed(2)}`)
}
