import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { packagesContract } from '#features/packages/contract.ts'
import { newUser } from './accounts.ts'
import { demoPerson, guest } from './demo.ts'
import { waitForRender } from './gestures.ts'
import { loadCompletely, visitors } from './visitors.ts'
import { textsIn } from './words.ts'

const visit = visitors()

/** Sum of layout shifts that is allowed on a page. */
const limit = 0.02

/** Locked things of the demonstration. */
async function findLocked() {
  const tiers = await guest(packagesContract.listTiers, {})
  const tv = tiers.flatMap(({ channels }) => channels).find((one) => one.is_locked)!
  const playlist = tiers.flatMap(({ playlists }) => playlists).find((one) => one.is_locked)!
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
  const stored = visitorName === 'guest' ? {} : (await demoPerson(visitorName)).stored
  const paths = ['/en/', '/en/channels', `/en/tiers?channel=${tv.id}`, '/en/tiers', '/en/settings', '/en/settings?view=wallet']
  for (const path of paths) {
    const page = await visit({ stored })
    const shifts = await recordShifts(page)
    await loadCompletely(page, () => page.goto(path))
    await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
    await waitForRender(page)
    const all = await shifts()
    const sum = all.reduce((total, { value }) => total + value, 0)
    expect(sum < limit ? [] : [path, all]).toEqual([])
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
  const { stored } = await newUser()
  const page = await visit({ stored: { ...stored, canceled_enter_fields_modal: 'true' }, path: '/en/settings?view=data' })
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
  const link = page.locator('[data-screen] a[href*="playlist="]').nth(5)
  await expect(link).toAppear()
  const notice = page.locator('[data-toasts] > *')
  const report = (state: string) => page.evaluate((type) => dispatchEvent(new Event(type)), state)
  await report('offline')
  const place = (await notice.boundingBox())!
  await report('online')
  await notice.waitFor({ state: 'detached' })
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  await link.evaluate((element, top) => element.closest('[data-screen]')!.scrollBy(0, element.getBoundingClientRect().top + 24 - top), y)
  await waitForRender(page)
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
