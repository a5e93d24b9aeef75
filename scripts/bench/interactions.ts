// Measures the time from an interaction to the next paint: the ten most frequent interactions of a guest, on a phone with a slow processor.
import type { Browser, Page } from 'playwright'
import { round } from './turns.ts'

/** Maximum 75th percentile, in ms. */
export const interactionGoalMs = 100
const slowdown = 4
const runs = 3
/** The browser's event timing omits interactions shorter than this, in ms. */
const shortestMs = 16
/** The browser reports the paint of an interaction within this time, in ms. */
const reportedMs = 700

type Act = (page: Page) => Promise<unknown>

const tapFirstMatch = (selector: string) => (page: Page) => page.locator(selector).first().tap()
const goBack = (page: Page) => page.goBack()

/** Each act begins where the previous act ended. An act without a name isn't measured, and only leads to the next. */
const acts: readonly (readonly [name: string | undefined, act: Act])[] = [
  ['change to a channel', tapFirstMatch('nav a[href*="playlist="]')],
  ['change to another channel', tapFirstMatch('nav a[href*="playlist="]:not([aria-current])')],
  ['open a menu', tapFirstMatch('header button[aria-haspopup="menu"]')],
  ['close a menu', (page) => page.keyboard.press('Escape')],
  ['play a video', tapFirstMatch('main [data-card] > a')],
  ['pause', tapFirstMatch('[role=dialog] button[aria-label="Pause"], [role=dialog] button[aria-label="Play"]')],
  ['close the player', tapFirstMatch('[role=dialog] header button')],
  ['open the search', tapFirstMatch('nav a[href*="/search"]')],
  ['type a letter', (page) => page.keyboard.press('s')],
  [undefined, (page) => page.keyboard.press('Escape')],
  ['open the settings', tapFirstMatch('nav a[href*="/settings"]')],
  [undefined, goBack],
]

/** Returns the longest interaction since the last call in ms, or {@link shortestMs} if all were shorter. */
const longestInteraction = (page: Page) =>
  page.evaluate((least) => {
    const recorded = window as unknown as { interactions: number[] }
    return Math.max(least, ...recorded.interactions.splice(0))
  }, shortestMs)

async function openPhone(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript((least) => {
    const interactions: number[] = []
    Object.assign(window, { interactions })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId) interactions.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: least, buffered: true } as PerformanceObserverInit)
  }, shortestMs)
  await page.goto(url, { waitUntil: 'networkidle' })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

function percentile75(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.75) - 1] ?? Number.NaN
}

async function measureOnPage(browser: Browser, url: string, list: typeof acts) {
  const durations: Record<string, number[]> = {}
  for (let run = 0; run < runs; run++) {
    const page = await openPhone(browser, url)
    for (const [name, act] of list) {
      await act(page)
      await page.waitForTimeout(reportedMs)
      const ms = await longestInteraction(page)
      if (name !== undefined) (durations[name] ??= []).push(ms)
    }
    await page.context().close()
  }
  return durations
}

/** Measures the product, and taps on a bare page with cards. */
export async function measureInteractions(productUrl: string, floorUrl: string, browser: Browser) {
  const durations = await measureOnPage(browser, `${productUrl}/en/playlists`, acts)
  const bare = await measureOnPage(
    browser,
    floorUrl,
    Array.from({ length: 10 }, (_, index) => [`tap ${index}`, tapFirstMatch('main > *')] as const),
  )
  const p75_ms = percentile75(Object.values(durations).flat())
  const bare_p75_ms = percentile75(Object.values(bare).flat())
  const acts_ms = Object.fromEntries(Object.entries(durations).map(([name, all]) => [name, percentile75(all)]))
  return { p75_ms, bare_p75_ms, ratio: round(p75_ms / bare_p75_ms, 2), acts_ms }
}
