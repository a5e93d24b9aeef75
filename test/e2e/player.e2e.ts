import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { barriersInBothThemes } from './barriers.ts'
import { demoVideo } from './demo.ts'
import { seconds } from './playing.ts'
import { type Coming, visitors } from './visitors.ts'

const visit = visitors()
const film = /\/aurora\/index\.m3u8$/

/** Opens the address of a video, as somebody who was sent it: nothing plays until it is asked to. */
async function open(address: RegExp, coming: Coming = {}, prepare?: (page: Page) => Promise<unknown>) {
  const { channel, video } = await demoVideo(address)
  const page = await visit(coming)
  await prepare?.(page)
  await page.goto(`/${coming.language ?? 'en'}/playlists?playlist=${channel.id}&play=${video.id}`)
  const player = page.getByRole('dialog', { name: video.title })
  await expect(player).toAppear()
  return { page, player }
}

test.each([
  ['a file', /\/media\/demo\/[\w-]+\.mp4$/],
  ['sound', /\.m4a$/],
  ['HLS in several qualities', /\/aurora\/index\.m3u8$/],
])('%s plays', async (_kind, address) => {
  const { page } = await open(address)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toAppear()
})

test('live plays at its edge, in Dutch', async () => {
  const { page, player } = await open(/\/live\/index\.m3u8$/, { language: 'nl' })
  await page.getByRole('button', { name: 'Afspelen' }).click()
  await expect(page.getByRole('button', { name: 'Pauzeren' })).toAppear()
  await expect(player.getByRole('button', { name: 'Live', exact: true })).toAppear()
})

test('captions, speed and quality are chosen and remembered', async () => {
  const { page } = await open(film)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  await page.getByRole('button', { name: 'Captions, Off' }).click()
  await page.getByRole('menuitemradio', { name: 'Nederlands' }).click()
  await expect(page.getByRole('button', { name: 'Captions, Nederlands' })).toAppear()
  await page.getByRole('button', { name: 'Speed, 1×' }).click()
  await page.getByRole('menuitemradio', { name: '1.5×' }).click()
  await expect(page.getByRole('button', { name: 'Speed, 1.5×' })).toAppear()
  await page.getByRole('button', { name: /^Quality, Automatic/ }).click()
  await page.getByRole('menuitemradio', { name: '270p' }).click()
  await expect(page.getByRole('button', { name: 'Quality, 270p' })).toAppear()
  await page.reload()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Captions, Nederlands' }).isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Speed, 1.5×' }).isVisible()).toBe(true)
})

test('all of it goes by keyboard, and the focus stays inside', async () => {
  const { page, player } = await open(film, { size: 'desktop' })
  await page.keyboard.press('k')
  await expect(page).toPlay()
  await page.keyboard.press('5')
  await expect.poll(() => seconds(page)).toBeGreaterThan(9)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => seconds(page)).toBeLessThan(9)
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Unmute' })).toAppear()
  for (let times = 0; times < 30; times++) {
    await page.keyboard.press('Tab')
    await expect.poll(() => player.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(player).toGo()
})

test.each([
  ['wide', { size: 'desktop', stored: { fill_window: 'true' } }],
  ['tall', { size: 'phone' }],
] as const)('the top bar of a %s player goes when nobody moves, and comes back', async (_shape, coming) => {
  const { page, player } = await open(film, coming)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  const bar = player.getByRole('banner').or(player.locator('header'))
  const opacity = () => bar.first().evaluate((element) => getComputedStyle(element).opacity)
  await page.mouse.move(300, 200)
  expect(await opacity()).toBe('1')
  await expect.poll(opacity, { timeout: 6000 }).toBe('0')
  await page.mouse.move(200, 300)
  await expect.poll(opacity).toBe('1')
})

test('a service is asked for nothing until somebody agrees', async () => {
  const asked: string[] = []
  const { page } = await open(/youtube\.com|youtu\.be/, {}, (page) =>
    page.route(/^https:/, (route) => {
      asked.push(new URL(route.request().url()).hostname)
      return route.fulfill({ contentType: 'text/html', body: '<title>A service</title>' })
    }),
  )
  const agree = page.getByRole('button', { name: 'Play from YouTube' })
  await expect(agree).toAppear()
  expect(asked).toEqual([])
  await agree.click()
  await expect(page.getByTitle('Player of YouTube')).toAppear()
  await expect.poll(() => asked).toEqual(['www.youtube-nocookie.com'])
})

test('axe finds nothing in the player', async () => {
  const { page } = await open(film)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  expect(await barriersInBothThemes(page)).toEqual([])
})
