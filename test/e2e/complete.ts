import type { Page, Request } from 'playwright'
import { expect } from 'vitest'

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
