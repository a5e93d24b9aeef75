import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { afterEach, beforeAll, expect } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import './matchers.ts'
import { launchBrowser, listenForTrouble, openVisitorContext, throttle, type Visit } from './browser.ts'
import { mediaCookieOf } from './demo.ts'
import { site } from './product.ts'

export interface VisitOptions extends Partial<Visit> {
  /** Path to open first. Default: none. */
  path?: string | undefined
  /** Errors of the browser that the test expects, if requests fail on purpose. */
  expected?: RegExp
}

/** Opens a page for a visitor, at the address to open first. */
export type OpenVisit = (visitor?: VisitOptions) => Promise<Page>

let launched: Promise<Browser> | undefined

/** All files of a worker use this browser, which closes with the worker. Each visitor has a context of their own. */
async function launchOnce(): Promise<Browser> {
  const running = await launched?.catch(() => undefined)
  return running?.isConnected() ? running : (launched = launchBrowser())
}

/**
 * Visitors of the started product, for the tests of a file. They leave when their test ends. The test fails if their browser reported
 * unexpected errors.
 * @param options apply to all visitors
 */
export function visitors(options: Pick<Visit, 'serviceWorker'> = {}): OpenVisit {
  let browser: Browser
  let people: BrowserContext[] = []
  let complaintReaders: (() => string[])[] = []

  beforeAll(async () => {
    browser = await launchOnce()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await storeScreenshots(task.name, people)
    const complaints = complaintReaders.flatMap((found) => found())
    await Promise.all(people.map((person) => person.close()))
    people = []
    complaintReaders = []
    if (complaints.length) throw new Error(`The browser complained:\n${complaints.join('\n')}`)
  })

  return async ({ path, expected, ...visit } = {}) => {
    const { url = site.url, browserStorage } = visit
    const person = await openVisitorContext(browser, { ...options, ...visit, url })
    people.push(person)
    const cookie = mediaCookieOf(browserStorage?.['access_token'])
    if (cookie !== undefined)
      await person.addCookies(
        ['/media', '/api/events'].map((at) => ({ name: cookieNames.media, value: cookie, domain: new URL(url).hostname, path: at })),
      )
    const page = await person.newPage()
    waitBeforeNavigations(page)
    await throttle(page)
    const complaints = listenForTrouble(page)
    complaintReaders.push(() =>
      complaints.filter(({ text }) => !expected?.test(text)).map(({ text, address }) => `${text} ${address}`.trim()),
    )
    if (path !== undefined) await page.goto(path)
    return page
  }
}

/** Stores screenshots of all visitors of a failed test in `.cache/e2e`. */
async function storeScreenshots(test: string, people: readonly BrowserContext[]) {
  const pages = people.flatMap((person) => person.pages())
  const name = test.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
  await Promise.all(
    pages.map((page, index) => page.screenshot({ path: join('.cache', 'e2e', `${name}-${index + 1}.png`) }).catch(() => {})),
  )
}

/** Presses "Try again", unless the failed part has already recovered. */
export const pressTryAgain = (within: Page | Locator): Promise<void> =>
  within
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 2000 })
    .catch(() => {})

/** Navigates, and waits until the page has made all its own requests. The last is the health check, when the browser is idle. */
export async function loadCompletely(page: Page, go: () => Promise<unknown>): Promise<void> {
  const isLast = (url: string) => new URL(url).pathname === '/health'
  await Promise.all([page.waitForResponse((response) => isLast(response.url())), go()])
}

/** Uses the navigation to go to the results of a search. */
export async function goToResults(page: Page, keyword = 'slow'): Promise<void> {
  await page.getByRole('link', { name: /^(Search|Zoeken)$/ }).click()
  const field = page.getByRole('dialog').getByRole('searchbox')
  await field.fill(keyword)
  await field.press('Enter')
  await page.getByRole('main', { name: keyword, exact: true }).waitFor()
}

/**
 * Makes `page.goto` wait until the history entries of closed overlays are removed. The removal would abort the navigation, or lead back from
 * the new page. Doesn't wait while an overlay is open.
 */
function waitBeforeNavigations(page: Page): void {
  const goto = page.goto.bind(page)
  const isSettled = () =>
    (history.state as { overlay?: boolean } | null)?.overlay !== true || document.querySelector('[data-sheet], [role="menu"]') !== null
  page.goto = async (...args) => {
    // If the page doesn't run scripts, nothing has to be removed.
    await page.waitForFunction(isSettled, undefined, { timeout: 5000 }).catch(() => undefined)
    return goto(...args)
  }
}

/** Waits until the history entry of closed overlays is removed, because the removal would abort `page.goto`. */
export const waitForPageEntry = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => (history.state as { overlay?: boolean } | null)?.overlay)).not.toBe(true)

/** Returns a visitor's path and query. */
export const pathAndQuery = (page: Page) => page.url().slice(site.url.length)

/** Returns true if the element is visible without scrolling. */
export async function isInView(locator: Locator): Promise<boolean> {
  const box = await locator.boundingBox()
  const room = locator.page().viewportSize()
  return !!box && !!room && box.x >= 0 && box.y >= 0 && box.x + box.width <= room.width && box.y + box.height <= room.height
}
