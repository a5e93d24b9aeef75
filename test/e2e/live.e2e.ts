import type { Locator, Page } from 'playwright'
import { beforeEach, expect, test, vi } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { waitForRender, startDragging } from './gestures.ts'
import { type VisitOptions, loadCompletely, visitors } from './visitors.ts'

const visit = visitors()

let channelId: string

beforeEach(async ({ onTestFinished }) => {
  const { client } = await demoPerson('noor')
  channelId = await makeChannel('noor', `Live ${Date.now()}`, { One: 4, Two: 2 })
  onTestFinished(async () => void (await client(channelsContract.deletePlaylist, { params: { id: channelId } })))
})

const isStream = (url: string) => url.includes('/api/events')
/** Waits until the page is connected to events. */
const waitForEvents = (page: Page) => page.waitForResponse((response) => isStream(response.url()) && response.ok())

async function open(visitor: VisitOptions = {}): Promise<Page> {
  const { browserStorage } = await demoPerson('noor')
  const page = await visit({ ...visitor, browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' } })
  const eventsConnected = waitForEvents(page)
  await page.goto(`/en/my-playlists?playlist=${channelId}`)
  await expect(card(page, 'Two 1')).toAppear()
  await eventsConnected
  return page
}
const card = (page: Page, title: string) => page.locator('[data-card] > a').filter({ hasText: new RegExp(`${title}(?!\\d)`) })
const row = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Renames the channel's series and adds to it, as another device would. */
async function changeElsewhere() {
  const { client } = await demoPerson('noor')
  const { series } = await client(channelsContract.getPlaylist, { params: { id: channelId } })
  const idOf = (name: string) => series.find((item) => item.name === name)!.id
  return {
    rename: (name: string, next: string) => client(channelsContract.updateSeries, { params: { id: idOf(name) }, body: { name: next } }),
    create: (name: string) => client(channelsContract.createSeries, { body: { playlist_id: channelId, name } }),
  }
}

test('changes on one device show on the others within two seconds, without a reload', { tags: ['journey'] }, async () => {
  const [laptop, phone] = [await open({ size: 'desktop' }), await open()]
  const device = await changeElsewhere()
  const tookMs: number[] = []
  for (const name of ['Renamed', 'Renamed again', 'And once more']) {
    const startedMs = Date.now()
    await device.rename('One', name)
    await Promise.all([expect(row(laptop, name)).toAppear(), expect(row(phone, name)).toAppear()])
    tookMs.push(Date.now() - startedMs)
  }
  // Checks the shortest time, because a busy machine may be late once, but a real delay occurs each time.
  expect(Math.min(...tookMs), 'ms until it was shown').toBeLessThan(2000)
})

test('nothing changes under a dragged item; changes show after the drop', async () => {
  const page = await open({ size: 'desktop' })
  const other = await open()
  const device = await changeElsewhere()
  await startDragging(card(page, 'One 1'))
  await device.rename('Two', 'Renamed meanwhile')
  await expect(row(other, 'Renamed meanwhile')).toAppear()
  await waitForRender(page)
  expect(await row(page, 'Two').count()).toBe(1)
  expect(await page.locator('html[data-dragging]').count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(row(page, 'Renamed meanwhile')).toAppear()
})

test('all tabs of a browser share one connection; when its tab closes, another tab connects', async () => {
  const first = await open({ size: 'desktop' })
  const streams: string[] = []
  first.context().on('request', (request) => isStream(request.url()) && streams.push(request.url()))
  const second = await first.context().newPage()
  await second.goto(`/en/my-playlists?playlist=${channelId}`)
  await expect(card(second, 'Two 1')).toAppear()
  const device = await changeElsewhere()
  await device.rename('One', 'For both')
  await Promise.all([first, second].map((page) => expect(row(page, 'For both')).toAppear()))
  expect(streams).toEqual([])
  const next = waitForEvents(second)
  await first.close()
  await device.rename('One', 'For who is left')
  await next
  await expect(row(second, 'For who is left')).toAppear()
  expect(streams).toHaveLength(1)
  expect(streams[0]).toContain('last_event_id=')
})

test('guests have no connection, and a logout closes it', async () => {
  const guest = await visit()
  const streams: string[] = []
  guest.on('request', (request) => isStream(request.url()) && streams.push(request.url()))
  await loadCompletely(guest, () => guest.goto('/en/'))
  expect(streams).toEqual([])

  // The page is missing, because the channel is private now.
  const page = await open({ size: 'desktop', expected: /status of 404/ })
  const onEnded = vi.fn<() => void>()
  page.on('requestfailed', (request) => isStream(request.url()) && onEnded())
  page.on('requestfinished', (request) => isStream(request.url()) && onEnded())
  // Logs out as another tab would.
  await page.evaluate(() => {
    localStorage.removeItem('access_token')
    localStorage.removeItem('refresh_token')
    dispatchEvent(new StorageEvent('storage'))
  })
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalled(), { timeout: 5000 })
})

test('the bell shows notifications: a sheet on a phone, a panel on wide screens, and a page', async () => {
  const heading = (page: Page) => page.getByRole('heading', { name: 'Notifications' })
  const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
  const list = (within: Locator | Page) => within.getByText(/Nothing new yet|ago|yesterday|now/).first()
  const phone = await open()
  await bell(phone).tap()
  await expect(phone.getByRole('dialog', { name: 'Notifications' })).toAppear()
  await expect(list(phone.getByRole('dialog'))).toAppear()
  await phone.keyboard.press('Escape')
  await expect(bell(phone)).toHaveFocus()

  const desktop = await open({ size: 'desktop' })
  await bell(desktop).press('Enter')
  await expect(heading(desktop)).toAppear()
  await expect(list(desktop.getByRole('dialog'))).toAppear()
  await desktop.keyboard.press('Escape')
  await expect(heading(desktop)).toDisappear()
  await expect(bell(desktop)).toHaveFocus()
  await desktop.goto('/en/settings?view=inbox')
  await expect(heading(desktop)).toAppear()
  await expect(list(desktop)).toAppear()
})
