import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { siteContract } from '#features/site/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoOperator, guest } from './demo.ts'
import { perProduct } from './product.ts'
import { loadCompletely, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()
const operator = perProduct(() => demoOperator('noor'))

const views = [
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const
/** If a page treats this text as HTML, the code in it changes the tab's title. */
const plantedHtml = `<img src=x onerror="document.title='taken'">`

type Name = 'registration' | 'announcement'
/** Changes a setting as the demonstration's operator. */
async function set(name: Name, value: object) {
  const { client } = await operator()
  const { version } = (await client(siteContract.listSettings, {}))[name]
  await client(siteContract.changeSetting, { body: { name, value, version } as never })
}
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const announce = (seconds: number, extra = '') =>
  set('announcement', {
    message: { en: `Back at eight ${extra}${plantedHtml}`, nl: `Om acht uur terug ${extra}${plantedHtml}`, until: inSeconds(seconds) },
  })

/** Records the sum of all layout shifts. */
async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shifted: number }).shifted += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted)
}

test.each(views)('an announcement has its room above every page, and stays hidden when dismissed: %s, %s', async (size, language) => {
  const { site: t } = textsIn(language)
  await announce(3600, size)
  const page = await visit({ size, language, expected: /Failed to load resource/ })
  const shifts = await recordShifts(page)
  await loadCompletely(page, () => page.goto(`/${language}/`))
  const bar = page.getByRole('region', { name: t('notice.label') })
  await expect(bar).toAppear()
  expect(await bar.innerText()).toContain(plantedHtml)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(await page.title()).not.toBe('taken')
  expect(await shifts()).toBeLessThan(0.02)
  // The page begins below the announcement, and isn't wider than the window.
  const box = (await bar.boundingBox())!
  const app = (await page.locator('#root').boundingBox())!
  expect(app.y).toBeGreaterThanOrEqual(box.y + box.height - 1)
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `announcement-${size}`)

  await bar.getByRole('button', { name: t('notice.close') }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => bar.count()).toBe(0)
  await page.reload()
  await expect(page.getByRole('navigation').last()).toAppear()
  expect(await bar.count()).toBe(0)
  // Another announcement appears, and ends at its set time.
  await announce(12, `${size} again `)
  await page.reload()
  await expect(bar).toAppear()
  await expect.poll(() => bar.count(), { timeout: 20_000 }).toBe(0)
  await set('announcement', { message: null })
})

test.each(views)('registration is closed, or needs an invitation: %s, %s', async (size, language) => {
  const { accounts: t } = textsIn(language)
  const { client } = await operator()
  await set('registration', { mode: 'closed' })
  const page = await visit({ size, language, path: `/${language}/register` })
  await expect(page.getByRole('heading', { name: t('register.closed.title') })).toAppear()
  expect(await page.locator('form').count()).toBe(0)
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `closed-${size}`)

  await set('registration', { mode: 'invitation' })
  const { code } = await client(siteContract.createInvitation, { body: { note: plantedHtml, max_uses: 1, expires_at: inSeconds(3600) } })
  await page.goto(`/${language}/register?invitation=${code}`)
  const field = page.getByLabel(t('register.invitation.label'))
  await expect(field).toAppear()
  expect(await field.inputValue()).toBe(code)
  expect(await page.getByText(t('register.invitation.intro')).count()).toBe(1)
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `invitation-${size}`)
  await set('registration', { mode: 'open' })
})

test('a guest sees an introduction that an operator published', async () => {
  const { client } = await operator()
  const params = { page: 'globe' } as const
  const { version } = await client(siteContract.getWelcome, { params })
  const texts = {
    en: { title: plantedHtml, description: 'Everything of our village.' },
    nl: { title: 'Dorp', description: 'Alles van ons dorp.' },
  }
  const content = { ...texts, images: [], carousels: [] }
  const saved = await client(siteContract.saveWelcome, { params, body: { content, publish: true, version } })
  const page = await visit({ size: 'desktop', language: 'en', path: '/en/', expected: /Failed to load resource/ })
  await expect(page.getByText('Everything of our village.')).toAppear()
  expect(await page.getByText(plantedHtml).count()).toBeGreaterThan(0)
  expect(await page.title()).not.toBe('taken')
  await takeScreenshot(page, 'introduction')
  await client(siteContract.undoWelcome, { params, body: { version: saved.version } })
  await page.reload()
  await expect(page.getByRole('heading').first()).toAppear()
  expect(await page.getByText('Everything of our village.').count()).toBe(0)
  expect((await guest(siteContract.getSite, {})).registration).toBe('open')
})
