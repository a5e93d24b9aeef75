// Scrolls the guide of 2,000 TV channels and 14 days in both directions for five seconds. Measures main-thread work per frame, and the time
// until titles show after scrolling. The floor is a table with as many plain cells, which the browser scrolls without scripts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { openVisitorContext } from '../../test/e2e/browser.ts'
import { runEveryFrame, type FrameFigures, traceMainThread } from './main-thread.ts'
import { median } from './turns.ts'

/** Number of turns; the medians count. Each turn measures the guide and its floor, so that other programs slow both. */
const rounds = 3
const frames = 300
/** Pixels per wheel event, to the right and down. 60 events per second make 1,500 px per second. */
const pxPerFrame = 25
/** Maximum figures, at the processor's full speed and at a quarter of it. */
export const guideGoals = { frame_p95_ms: 20, longest_task_ms: 100, nodes: 1500, titles_ms: 500 } as const

export interface GuideFigures extends FrameFigures {
  /** Number of elements in the guide after scrolling. */
  nodes: number
  /** Time in ms from the end of scrolling until every visible cell shows its title. */
  titles_ms: number
}
type BySlowdown<Figures> = Record<1 | 4, Figures>

const mediansOf = <Figures extends object>(figures: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(figures[0]!).map((name) => [name, median(figures.map((item) => item[name as keyof Figures] as number))]),
  ) as Figures

/** Resolves when several points of the visible guide show titles. @returns the wait in ms */
async function waitForTitles(page: Page): Promise<number> {
  const startedMs = performance.now()
  await page.waitForFunction(() => {
    const guide = document.querySelector('[data-guide]')
    if (!guide) return false
    const { left, top, right, bottom } = guide.getBoundingClientRect()
    for (let y = top + 80; y < bottom - 100; y += 34)
      for (let x = left + 140; x < right; x += 60) {
        const cell = document.elementsFromPoint(x, y).find((element) => element.matches('td, tr, tbody')) as HTMLElement | undefined
        // A point between two cells is on a row. Where no cells have rendered yet, it is on the table's body.
        if (cell?.matches('td') ? cell.dataset['time'] === undefined : cell?.matches('tbody')) return false
      }
    return true
  })
  return performance.now() - startedMs
}

/** Scrolls with 60 wheel events per second. */
async function scrollGuide(page: Page, browser: Browser, slowdown: number, { x, y }: { x: number; y: number }): Promise<FrameFigures> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.mouse.move(700, 500)
  const placeOf = () => page.locator('[data-guide]').evaluate(({ scrollLeft, scrollTop }) => ({ x: scrollLeft, y: scrollTop }))
  const before = await placeOf()
  const figures = await traceMainThread(page, browser, () =>
    runEveryFrame(frames, () => session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 700, y: 500, deltaX: x, deltaY: y })),
  )
  const after = await placeOf()
  const missing = Math.abs(after.x - before.x - frames * x) + Math.abs(after.y - before.y - frames * y)
  if (missing > 0.1 * frames * pxPerFrame) throw new Error(`the guide did not follow the wheel: ${missing} px are missing`)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return figures
}

/** Scrolls right and down together, then counts elements and waits for titles. */
async function measureScroll(page: Page, browser: Browser, slowdown: number): Promise<GuideFigures> {
  const figures = await scrollGuide(page, browser, slowdown, { x: pxPerFrame, y: pxPerFrame })
  const titles_ms = Math.round(await waitForTitles(page))
  const nodes = await page.locator('[data-guide] *').count()
  return { ...figures, nodes, titles_ms }
}

const floorStyle = `body { margin: 0 } main { position: relative; height: 100vh; overflow: auto; contain: strict; font-family: sans-serif }
div { position: absolute; height: 62px; width: 192px; overflow: clip; contain: strict; border-radius: 12px; background: #ddd }
b, small { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }`
/** A page with `cells` cells along the scrolled path, without a scroll listener. */
const floorPage = (cells: number) => {
  const places = Array.from({ length: cells }, (_, index) => {
    const column = index % 45
    const row = Math.floor(index / 45) * Math.ceil((120 * 45) / cells)
    return `<div style="left:${column * 198}px;top:${row * 68}px"><b>A title of some words</b><small>20:15 · News</small></div>`
  })
  return `<!doctype html><html lang="en"><title>Floor</title><style>${floorStyle}</style><main data-guide>${places.join('')}
<div style="left:40000px;top:40000px"></div></main></html>`
}

export async function measureGuide(url: string, browser: Browser) {
  const context = await openVisitorContext(browser, {
    url,
    size: 'desktop',
    moves: true,
    serviceWorker: true,
    browserStorage: { fill_window: 'true' },
  })
  const page = await context.newPage()
  const measure = async (slowdown: number) => {
    await page.goto(`${url}/en/channels?view=guide`)
    await waitForTitles(page)
    await page.waitForLoadState('networkidle')
    return measureScroll(page, browser, slowdown)
  }
  // The first measurement is discarded, because it loads and warms up the code.
  await measure(1)
  const cells = await page.locator('[data-guide] td').count()
  const bare = await context.newPage()
  const measureFloor = async (slowdown: number) => {
    await bare.setContent(floorPage(cells))
    await sleep(300)
    return scrollGuide(bare, browser, slowdown, { x: pxPerFrame, y: pxPerFrame })
  }
  const measured: { guide: BySlowdown<GuideFigures>; floor: BySlowdown<FrameFigures> }[] = []
  for (let turn = 0; turn < rounds; turn++)
    measured.push({
      guide: { 1: await measure(1), 4: await measure(4) },
      floor: { 1: await measureFloor(1), 4: await measureFloor(4) },
    })
  await context.close()
  const guideAt = (slowdown: 1 | 4) => mediansOf(measured.map(({ guide }) => guide[slowdown]))
  const floorAt = (slowdown: 1 | 4) => mediansOf(measured.map(({ floor }) => floor[slowdown]))
  return { guide: { 1: guideAt(1), 4: guideAt(4) }, floor: { 1: floorAt(1), 4: floorAt(4) } }
}
