import type { Page } from 'playwright'
import { expect } from 'vitest'
import { site } from './product.ts'

const { origin } = new URL(site.url)

interface ShownNotification {
  title: string
  body?: string
  tag?: string
  data?: unknown
}
/** The service worker's global scope, with the calls that it recorded. */
interface Worker {
  registration: { showNotification: (title: string, options: Omit<ShownNotification, 'title'>) => Promise<void> }
  clients: { openWindow: (url: string) => Promise<unknown> }
  dispatchEvent: (event: Event) => boolean
  notifications: ShownNotification[]
  openedPages: string[]
}
declare const self: Worker

/**
 * Returns functions that send pushes to the page's service worker, as the browser's push service would, and that press notifications.
 * Records notifications and opened pages, because a headless browser shows no notifications and allows no clicks on them.
 */
export async function workerOf(page: Page) {
  const context = page.context()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await expect.poll(() => context.serviceWorkers().length).toBe(1)
  const worker = context.serviceWorkers()[0]!
  await worker.evaluate(() => {
    self.notifications = []
    self.openedPages = []
    self.registration.showNotification = (title, options) => Promise.resolve(void self.notifications.push({ title, ...options }))
    self.clients.openWindow = (url) => Promise.resolve(self.openedPages.push(`opened ${url}`))
  })
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId)),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  return {
    push: async (data: object): Promise<void> =>
      void (await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) })),
    notifications: () => worker.evaluate(() => self.notifications),
    press: (data: unknown) =>
      worker.evaluate((data) => {
        const notification = { data, close: () => void self.openedPages.push('closed') }
        self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
      }, data),
    openedPages: () => worker.evaluate(() => self.openedPages),
  }
}
