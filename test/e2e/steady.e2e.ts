import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { newUser } from './accounts.ts'
import { demoPerson, guest, makeChannel } from './demo.ts'
import { waitForRender } from './gestures.ts'
import { loadCompletely, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()

/** Maximum sum of layout shifts on a page. */
const limit = 0.02

/** Returns things of the demonstration that a package locks. */
async function findLocked() {
  const tiers = await guest(packagesContract.listTiers, {})
  const tv = tiers.flatMap(({ channels }) => channels).find((item) => item.is_locked)!
  const playlist = tiers.flatMap(({ playlists }) => playlists).find((item) => item.is_locked)!
  return { tv, playlist }
}

/** Records layout shifts, with the elements that moved. */
async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] }
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({ value, moved: sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts)
}

test.each(['guest', 'marieke'] as const)('nothing moves while a page loads on a phone: %s', async (visitorName) => {
  const { tv } = await findLocked()
  const browserStorage = visitorName === 'guest' ? {} : (await demoPerson(visitorName)).browserStorage
  const paths = ['/en/', '/en/channels', `/en/tiers?channel=${tv.id}`, '/en/tiers', '/en/settings', '/en/settings?view=wallet']
  for (const path of paths) {
    const page = await visit({ browserStorage })
    const shifts = await recordShifts(page)
    await loadCompletely(page, () => page.goto(path))
    await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
    await waitForRender(page)
    const layoutShifts = await shifts()
    const sum = layoutShifts.reduce((total, { value }) => total + value, 0)
    expect(sum < limit ? [] : [path, layoutShifts]).toEqual([])
  }
})

test('on a phone, the lock on a banner can be pressed, and the panel that sells the package is in view', async () => {
  const { playlist } = await findLocked()
  const { channels: t } = textsIn('en')
  const page = await visit({ path: `/en/playlists?playlist=${playlist.id}` })
  const panel = page.getByRole('region', { name: t('lock.tier_required') })
  await expect(panel).toAppear()
  const button = panel.getByRole('button').first()
  const navigation = page.getByRole('navigation').last()
  const [{ y, height }, { y: barY }] = [(await button.boundingBox())!, (await navigation.boundingBox())!]
  expect(y + height).toBeLessThan(barY)
  // The lock is at the end of the banner, above the channel's name.
  const banner = page.locator('[data-banner]')
  const lock = (await banner.locator('svg').boundingBox())!
  await page.mouse.click(lock.x + lock.width / 2, lock.y + lock.height / 2)
  await expect(page.getByRole('dialog')).toAppear()
})

test('on a phone, a press counts if a bar appears over its button before the release', async () => {
  const { browserStorage } = await newUser()
  const page = await visit({ browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' }, path: '/en/settings?view=data' })
  const button = page.getByRole('button', { name: 'Delete my account' })
  await button.hover()
  await page.mouse.down()
  await page.evaluate(() => {
    localStorage.removeItem('canceled_enter_fields_modal')
    dispatchEvent(new StorageEvent('storage', { key: 'canceled_enter_fields_modal', newValue: null }))
  })
  const bar = page.getByRole('region', { name: textsIn('en').accounts('profile_info.title') })
  await expect(bar).toAppear()
  const [above, below] = [(await bar.boundingBox())!, (await button.boundingBox())!]
  expect(above.y).toBeLessThan(below.y)
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toAppear()
})

test('on a phone, a press counts if a toast appears over it before the release', async () => {
  const page = await visit({ path: '/en' })
  const link = page.locator('[data-screen] h2 a[href*="playlist="]').nth(1)
  await expect(link).toAppear()
  const notice = page.locator('[data-toasts] > *')
  const report = (state: string) => page.evaluate((type) => dispatchEvent(new Event(type)), state)
  await report('offline')
  const place = (await notice.boundingBox())!
  await report('online')
  await notice.waitFor({ state: 'detached' })
  const y = place.y + place.height / 2
  await link.evaluate((element, to) => {
    const { top, height } = element.getBoundingClientRect()
    element.closest('[data-screen]')!.scrollBy(0, top + height / 2 - to)
  }, y)
  await waitForRender(page)
  const box = (await link.boundingBox())!
  const x = box.x + box.width / 2
  const below = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('a')?.href, [x, y] as const)
  expect(below).toMatch(/playlist=/)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await report('offline')
  await expect(notice).toAppear()
  await page.evaluate(() =>
    addEventListener('click', ({ target }) => Object.assign(window, { pressed: (target as Element).closest('a')?.href }), true),
  )
  await page.mouse.up()
  expect(await page.evaluate(() => (window as { pressed?: string }).pressed)).toBe(below)
})

test('two moves within one slow round trip cause no flicker', async () => {
  const { client, browserStorage } = await demoPerson('noor')
  const id = await makeChannel('noor', 'Slow', { Number: 3 })
  const page = await visit({
    path: `/en/my-playlists?playlist=${id}`,
    size: 'desktop',
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  })
  const row = page.getByRole('region', { name: 'Number', exact: true })
  await expect(row.getByRole('link', { name: 'Number 3' })).toAppear()
  let releaseRequest = () => {}
  const moved = new Promise<void>((resolve) => (releaseRequest = resolve))
  let inFlight = 0
  await page.route(/\/api\/(videos\/\w+\/series|playlists\/)/, async (route) => {
    inFlight++
    await moved
    await route.fulfill({ response: await route.fetch() })
    inFlight--
  })
  await page.evaluate(() => {
    const orders: string[] = []
    Object.assign(window, { orders })
    const measureFrame = () => {
      const order = [...document.querySelectorAll('li a')].flatMap(({ textContent }) => /Number (\d)/.exec(textContent)?.[1] ?? [])
      const text = order.join()
      if (orders.at(-1) !== text) orders.push(text)
      requestAnimationFrame(measureFrame)
    }
    measureFrame()
  })
  for (let times = 0; times < 2; times++) {
    await row.getByRole('link', { name: 'Number 1' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move item later', exact: true }).click()
  }
  const orders = () => page.evaluate(() => (window as unknown as { orders: string[] }).orders)
  const moves = ['1,2,3', '2,1,3', '2,3,1']
  await expect.poll(orders).toEqual(moves)
  releaseRequest()
  const kept = async () => (await client(channelsContract.getPlaylist, { params: { id } })).series[0]!.videos.map(({ title }) => title)
  await expect.poll(kept).toEqual(['Number 2', 'Number 3', 'Number 1'])
  // Waits until the page has read its data again after the last change.
  await expect.poll(() => inFlight).toBe(0)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect.poll(() => inFlight).toBe(0)
  await waitForRender(page)
  expect(await orders()).toEqual(moves)
})
