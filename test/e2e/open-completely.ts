import type { Page, Request } from 'playwright'
import { expect } from 'vitest'
import { settingsViews } from './routes.ts'

const laterSettings = new Set(settingsViews())

/** Returns true if a link between the addresses leads to another screen without a page load. */
function leadsToScreen(from: URL, to: URL): boolean {
  const languageOf = ({ pathname }: URL) => pathname.split('/')[1]
  if (from.origin !== to.origin || languageOf(from) !== languageOf(to)) return false
  return from.pathname !== to.pathname || laterSettings.has(to.searchParams.get('view') ?? '')
}

/** Makes the page follow a link, by an event like that of a press. */
const followLink = (page: Page, path: string) =>
  page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.body.append(link)
    link.click()
    link.remove()
  }, path)

/**
 * Opens an address by a link if that needs no page load, or else by loading it; see {@link actCompletely}. For checks that aren't about
 * loading, because a page load takes four times as much processor time.
 */
export async function openByLink(page: Page, path: string, quietMs: number): Promise<void> {
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
 * Runs `act` on a page, and waits until the page has loaded. Doesn't wait for the event stream, which stays open, or for media, which have
 * their space before they load.
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
