import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { waitForCode } from './gestures.ts'
import { pathAndQuery, visitors } from './visitors.ts'

const visit = visitors()

const findNotice = (page: Page) => page.getByText('This is a tablet preview')
const main = (page: Page) => page.getByRole('main')
/** Returns the position of the navigation. */
const findNavigationBox = async (page: Page) => (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!
const widthOf = async (page: Page) => (await main(page).boundingBox())!.width

test('a wide window shows a frame with a notice; filling the window is possible and stored', async () => {
  const page = await visit({ path: '/en/', size: 'desktop' })
  await expect(findNotice(page)).toAppear()
  expect(await widthOf(page)).toBeLessThanOrEqual(820)
  const bar = await findNavigationBox(page)
  expect(bar.width).toBeGreaterThan(bar.height)

  await page.getByRole('button', { name: 'Fill the window' }).click()
  await expect(findNotice(page)).toDisappear()
  expect(await widthOf(page)).toBeGreaterThan(1200)
  const rail = await findNavigationBox(page)
  expect(rail.height).toBeGreaterThan(rail.width)

  await page.reload()
  await expect(page.getByRole('button', { name: 'Back to the frame' })).toAppear()
  expect(await widthOf(page)).toBeGreaterThan(1200)

  await page.getByRole('button', { name: 'Back to the frame' }).click()
  await expect(findNotice(page)).toAppear()
  expect(await widthOf(page)).toBeLessThanOrEqual(820)
})

test.for(['dark-theme', 'light-theme'] as const)(
  'with the colours of the system, the current page in the rail is readable: %s',
  async (theme) => {
    const page = await visit({ path: '/en/', size: 'desktop', theme, forcedColors: true, browserStorage: { fill_window: 'true' } })
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
    await expect(current).toAppear()
    const [colour, background, highlight] = await current.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.cssText = 'forced-color-adjust: none; background: Highlight'
      return [color, backgroundColor, getComputedStyle(probe).backgroundColor]
    })
    expect(background).toBe(highlight)
    expect(colour).not.toBe(background)
  },
)

test.for([
  [977, false],
  [978, true],
] as const)('at %i px wide, there is a frame: %s', async ([width, isFramed]) => {
  const page = await visit()
  await page.setViewportSize({ width, height: 800 })
  await page.goto('/en/')
  await expect(page.getByRole('heading', { level: 1, name: 'Choice' })).toAppear()
  expect(await findNotice(page).isVisible()).toBe(isFramed)
  // The page doesn't scroll sideways; only rows do.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

test('a phone in landscape has its navigation at the side, and the page beside it', async () => {
  const page = await visit()
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/en/')
  await expect(page.getByRole('heading', { level: 2 }).first()).toAppear()
  const rail = await findNavigationBox(page)
  expect(rail.height).toBeGreaterThan(rail.width)
  expect((await main(page).boundingBox())!.x).toBeGreaterThanOrEqual(rail.x + rail.width)
  expect(await page.getByRole('button', { name: 'Back to the frame' }).count()).toBe(0)
})

test('a mouse drags a row like a finger, and opens nothing on release', async () => {
  const page = await visit({ path: '/en/', size: 'desktop' })
  const address = page.url()
  const row = main(page).locator('[data-row]').first()
  const { x, y } = (await row.locator('[data-card]').nth(2).boundingBox())!
  const place = () => row.evaluate((element) => element.scrollLeft)
  // Repeats, because the code that drags rows by mouse loads after the page.
  await expect
    .poll(async () => {
      await page.mouse.move(x + 20, y + 20)
      await page.mouse.down()
      await page.mouse.move(x - 180, y + 20, { steps: 8 })
      await page.mouse.up()
      return place()
    })
    .toBeGreaterThan(100)
  expect(page.url()).toBe(address)
})

test('dialogs and the player stay inside the frame', async () => {
  const page = await visit({ path: '/en/', size: 'desktop' })
  const { x, width } = (await main(page).boundingBox())!
  const isInside = async (name: RegExp) => {
    const dialog = (await page.getByRole('dialog', { name }).boundingBox())!
    return dialog.x >= x - 1 && dialog.x + dialog.width <= x + width + 1
  }
  await page.getByRole('button', { name: 'How it works' }).click()
  await expect(page.getByRole('dialog')).toAppear()
  expect(await isInside(/./)).toBe(true)
  await page.keyboard.press('Escape')
  await main(page).getByRole('listitem').getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: /^Player/ })).toAppear()
  expect(await isInside(/^Player/)).toBe(true)
})

test.for(['/en/login', '/en/register'])('%s fills the window with the illustration and the form', async (path) => {
  const page = await visit({ path, size: 'desktop' })
  await expect(main(page)).toAppear()
  expect(await findNotice(page).isVisible()).toBe(false)
  const form = (await main(page).boundingBox())!
  const illustration = (await page.getByRole('complementary').boundingBox())!
  expect([illustration.x, Math.round(illustration.width + form.width)]).toEqual([0, 1440])
})

test('changes the language in place, and stores it for addresses without one', { tags: ['journey'] }, async () => {
  const page = await visit({ path: '/en/register', size: 'desktop' })
  await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Nederlands' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Maak je eigen kanaal' })).toAppear()
  await expect.poll(() => pathAndQuery(page)).toBe('/nl/register')
  expect(await page.locator('html').getAttribute('lang')).toBe('nl')
  await page.goto('/playlists')
  await expect.poll(() => pathAndQuery(page)).toBe('/nl/playlists')
  await page.goto('/')
  await expect.poll(() => pathAndQuery(page)).toBe('/nl/')
})

test('changes the theme, also in other open tabs, and stores it', { tags: ['journey'] }, async () => {
  const page = await visit({ path: '/en/settings' })
  const other = await page.context().newPage()
  await other.goto('/en/')
  const paint = (tab: Page) => tab.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await paint(other)

  await page.getByRole('radio', { name: 'Light' }).check()
  await expect.poll(() => paint(other)).not.toBe(dark)
  const light = await paint(other)
  await other.reload()
  expect(await paint(other)).toBe(light)

  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(() => paint(other)).toBe(dark)
})

test.for(['true', 'false'])('turning a phone keeps the channel in view; cookies accepted: %s', async (cookies) => {
  const page = await visit({ path: '/en/playlists', browserStorage: { cookies } })
  const channels = main(page)
    .getByRole('link')
    .filter({ has: page.locator(':scope[href*="?playlist="]') })
  await expect(channels.nth(8)).toAppear()
  await page.evaluate(() => document.dispatchEvent(new TouchEvent('touchstart', { bubbles: true })))
  await waitForCode(page, 'pointer-behaviour')
  await page.clock.install()
  // Scrolls like a finger: nothing is focused.
  await channels.nth(8).evaluate(
    (link) =>
      new Promise((scrolled) => {
        document.addEventListener('scroll', scrolled, { capture: true, once: true })
        link.scrollIntoView({ block: 'start' })
      }),
  )
  // The channel in view is remembered when the page has stopped moving for a moment.
  await page.clock.runFor(500)
  const href = await channels.nth(8).getAttribute('href')
  const channel = main(page).locator(`a[href="${href}"]`).first()
  for (const [width, height] of [
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => channel.evaluate((link) => link.getBoundingClientRect().top)).toSatisfy((top) => top >= 0 && top < height)
    await page.clock.runFor(1000)
    expect(await channel.evaluate((link) => link.getBoundingClientRect().top)).toSatisfy((top) => top >= 0 && top < height)
  }
})
