import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, listenForTrouble, newPerson, type Visit } from './browser.ts'
import { playing, seconds } from './playing.ts'

const { url } = inject('site')

interface Found {
  playlist: string
  video: string
  title: string
}
interface Video {
  id: string
  title: string
  src: string | null
}
let videos: (Video & { playlist: string })[]
let browser: Browser

const read = async <T>(path: string): Promise<T> => (await (await fetch(url + path)).json()) as T

/** A video of a public channel of the demonstration whose address looks like this. */
function videoAt(address: RegExp): Found {
  const found = videos.find(({ src }) => src && address.test(src))
  if (!found) throw new Error(`The demonstration has no video at ${address}`)
  return { playlist: found.playlist, video: found.id, title: found.title }
}

/** Opens the address of a video, as somebody who was sent it: nothing plays until it is asked to. */
async function open({ playlist, video, title }: Found, visit: Omit<Visit, 'url'> = {}, prepare?: (page: Page) => Promise<unknown>) {
  const person = await newPerson(browser, { url, ...visit })
  const page = await person.newPage()
  const trouble = listenForTrouble(page)
  await prepare?.(page)
  await page.goto(`/${visit.language ?? 'en'}/playlists?playlist=${playlist}&play=${video}`)
  const player = page.getByRole('dialog', { name: title })
  await player.waitFor()
  return { page, player, trouble, leave: () => person.close() }
}

beforeAll(async () => {
  browser = await launchBrowser()
  const { data } = await read<{ data: { id: string }[] }>('/api/playlists/default-playlists')
  const channels = await Promise.all(data.map(({ id }) => read<{ id: string; series: { videos: Video[] }[] }>(`/api/playlists/${id}`)))
  videos = channels.flatMap(({ id, series }) => series.flatMap((one) => one.videos.map((video) => ({ ...video, playlist: id }))))
})
afterAll(() => browser.close())

test.each([
  ['a file', /\/media\/demo\/[\w-]+\.mp4$/],
  ['sound', /\.m4a$/],
  ['HLS in several qualities', /\/aurora\/index\.m3u8$/],
])('%s plays', async (_kind, address) => {
  const { page, trouble, leave } = await open(videoAt(address))
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await playing(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  expect(trouble).toEqual([])
  await leave()
})

test('live plays at its edge, in Dutch', async () => {
  const { page, player, trouble, leave } = await open(videoAt(/\/live\/index\.m3u8$/), { language: 'nl' })
  await page.getByRole('button', { name: 'Afspelen' }).click()
  await page.getByRole('button', { name: 'Pauzeren' }).waitFor()
  await player.getByRole('button', { name: 'Live', exact: true }).waitFor()
  expect(trouble).toEqual([])
  await leave()
})

test('captions, speed and quality are chosen and remembered', async () => {
  const film = videoAt(/\/aurora\/index\.m3u8$/)
  const { page, leave } = await open(film)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await playing(page)
  await page.getByRole('button', { name: 'Captions, Off' }).click()
  await page.getByRole('menuitemradio', { name: 'Nederlands' }).click()
  await page.getByRole('button', { name: 'Captions, Nederlands' }).waitFor()
  await page.getByRole('button', { name: 'Speed, 1×' }).click()
  await page.getByRole('menuitemradio', { name: '1.5×' }).click()
  await page.getByRole('button', { name: 'Speed, 1.5×' }).waitFor()
  await page.getByRole('button', { name: /^Quality, Automatic/ }).click()
  await page.getByRole('menuitemradio', { name: '270p' }).click()
  await page.getByRole('button', { name: 'Quality, 270p' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Captions, Nederlands' }).isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Speed, 1.5×' }).isVisible()).toBe(true)
  await leave()
})

test('all of it goes by keyboard, and the focus stays inside', async () => {
  const { page, player, leave } = await open(videoAt(/\/aurora\/index\.m3u8$/), { size: 'desktop' })
  await page.keyboard.press('k')
  await playing(page)
  await page.keyboard.press('5')
  await expect.poll(() => seconds(page)).toBeGreaterThan(9)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => seconds(page)).toBeLessThan(9)
  await page.keyboard.press('m')
  await page.getByRole('button', { name: 'Unmute' }).waitFor()
  for (let times = 0; times < 30; times++) {
    await page.keyboard.press('Tab')
    await expect.poll(() => player.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await player.waitFor({ state: 'detached' })
  await leave()
})

test('the bars over the picture go when nobody moves, and come back', async () => {
  const { page, player, leave } = await open(videoAt(/\/aurora\/index\.m3u8$/), { size: 'desktop', stored: { fill_window: 'true' } })
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await playing(page)
  const bar = player.getByRole('banner').or(player.locator('header'))
  const opacity = () => bar.first().evaluate((element) => getComputedStyle(element).opacity)
  await page.mouse.move(700, 300)
  expect(await opacity()).toBe('1')
  await expect.poll(opacity, { timeout: 6000 }).toBe('0')
  await page.mouse.move(600, 300)
  await expect.poll(opacity).toBe('1')
  await leave()
})

test('a service is asked for nothing until somebody agrees', async () => {
  const asked: string[] = []
  const { page, leave } = await open(videoAt(/youtube\.com|youtu\.be/), {}, (page) =>
    page.route(/^https:/, (route) => {
      asked.push(new URL(route.request().url()).hostname)
      return route.fulfill({ contentType: 'text/html', body: '<title>A service</title>' })
    }),
  )
  const agree = page.getByRole('button', { name: 'Play from YouTube' })
  await agree.waitFor()
  expect(asked).toEqual([])
  await agree.click()
  await page.getByTitle('Player of YouTube').waitFor()
  await expect.poll(() => asked).toEqual(['www.youtube-nocookie.com'])
  await leave()
})

test.each(['dark-theme', 'light-theme'] as const)('axe finds nothing in the player, %s', async (theme) => {
  const { page, leave } = await open(videoAt(/\/aurora\/index\.m3u8$/), { theme })
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await playing(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
  await leave()
})
