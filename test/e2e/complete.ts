import type { Page, Request } from 'playwright'
import { expect } from 'vitest'
import { settingsViews } from './routes.ts'

const laterSettings = new Set(settingsViews())

/** Whether a link leads from one address to another screen in the same language: it replaces the screen without a page load. */
function leadsToScreen(from: URL, to: URL): boolean {
  const languageOf = ({ pathname }: URL) => pathname.split('/')[1]
  if (from.origin !== to.origin || languageOf(from) !== languageOf(to)) return false
  return from.pathname !== to.pathname || laterSettings.has(to.searchParams.get('view') ?? '')
}

/** As a press of a link: the page's own code finds it by the event. */
const followLink = (page: Page, path: string) =>
  page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.body.append(link)
    link.click()
    link.remove()
  }, path)

/**
 * Opens an address by a link if it leads to another screen, else by a load; see {@link actCompletely}. For checks that are not about loading:
 * a load costs four times as much processor time.
 */
export async function openNext(page: Page, path: string, quietMs: number): Promise<void> {
  const from = new URL(page.url())
  if (from.protocol === 'about:' || !leadsToScreen(from, new URL(path, from))) return openCompletely(page, path, quietMs)
  const screen = await page.locator('[data-screen]').last().elementHandle()
  await actCompletely(
    page,
    async () => {
      await followLink(page, path)
      await page.waitForFunction((before) => !before?.isConnected, screen)
    },
    quietMs,
  )
}

/** Opens an address; see {@link actCompletely}. */
export const openCompletely = (page: Page, path: string, quietMs: number): Promise<void> =>
  actCompletely(page, () => page.goto(path, { waitUntil: 'domcontentloaded' }), quietMs)

/**
 * Does something to a page, and waits until nothing is loading any more. The event stream stays open, and pictures have their room.
 * @param quietMs a page is complete after this time without requests
 */
export async function actCompletely(page: Page, act: () => Promise<unknown>, quietMs: number): Promise<void> {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const noting = (change: (request: Request) => void) => (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/events' || pathname.startsWith('/media/')) return
    change(request)
    changedAt = Date.now()
  }
  const begin = noting((request) => open.add(request))
  const end = noting((request) => open.delete(request))
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await act()
  const isComplete = async () =>
    open.size === 0 && Date.now() - changedAt > quietMs && (await page.locator('[aria-busy=true]').count()) === 0
  await expect.poll(isComplete, { interval: 50, timeout: 60_000 }).toBe(true)
  page.off('request', begin)
  page.off('requestfinished', end)
  page.off('requestfailed', end)
}
