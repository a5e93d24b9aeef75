// The floor of a frame while dragging: a bare page with one box that follows the pointer. Measured without cards, and with as many cards
// below the box as a screen shows.
import type { Browser } from 'playwright'
import { measureMoves } from './drag-frames.ts'
import type { FrameFigures } from './main-thread.ts'

const cards = 60
const style = `body { margin: 0; background: #090a0e; color: #fff; font-family: sans-serif }
main { display: grid; grid-template-columns: repeat(8, 1fr); gap: 12px; padding: 12px }
main div { overflow: hidden; aspect-ratio: 3 / 2; border-radius: 12px; background: linear-gradient(#347, #723) }
#box { position: absolute; top: 0; left: 0; width: 164px; height: 160px; border-radius: 12px; background: #57f; will-change: transform }`
const script = `let frame = 0, x = 0, y = 0
addEventListener('pointermove', (event) => {
  x = event.clientX
  y = event.clientY
  frame ||= requestAnimationFrame(() => {
    frame = 0
    document.querySelector('#box').style.transform = 'translate3d(' + x + 'px, ' + y + 'px, 0)'
  })
})`
const pageOf = (count: number) => `<!doctype html><html lang="en"><title>Floor</title><style>${style}</style>
<main>${'<article><div></div><h2>A card</h2></article>'.repeat(count)}</main><div id="box"></div><script type="module">${script}</script></html>`

/** Measures the 180 moves of a drag, by the number of cards below the pointer. */
export async function measureFloors(browser: Browser, slowdown: number): Promise<Record<'bare' | 'cards', FrameFigures>> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const measure = async (count: number) => {
    await page.setContent(pageOf(count))
    return measureMoves(page, browser, {
      from: { x: 600, y: 300 },
      at: (turn) => ({ x: 400 * Math.sin(turn * 2), y: 130 * (1 - Math.cos(turn)) }),
      slowdown,
      isLifted: () => page.locator('#box[style]').waitFor(),
    })
  }
  const floors = { bare: await measure(0), cards: await measure(cards) }
  await page.close()
  return floors
}
