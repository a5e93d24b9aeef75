import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoHome, demoVideo } from './demo.ts'
import { seconds } from './playing.ts'
import { goToResults, type VisitOptions, visitors } from './visitors.ts'

const visit = visitors()
const film = /\/aurora\/index\.m3u8$/

/** Opens the address of a video, as a user who received it. The video doesn't play before it is pressed. */
async function open(address: RegExp, visitor: VisitOptions = {}, prepare?: (page: Page) => Promise<unknown>) {
  const { channel, video } = await demoVideo(address)
  const page = await visit(visitor)
  await prepare?.(page)
  await page.goto(`/${visitor.language ?? 'en'}/playlists?playlist=${channel.id}&play=${video.id}`)
  const player = page.getByRole('dialog', { name: video.title })
  await expect(player).toAppear()
  return { page, player }
}

test.each([
  ['a file', /\/media\/demo\/[\w-]+\.mp4$/],
  ['sound', /\.m4a$/],
  ['HLS in several qualities', /\/aurora\/index\.m3u8$/],
])('%s plays', { tags: ['journey'] }, async (kind, address) => {
  const { page } = await open(address)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  // A worker parses the segments.
  expect(page.workers().some((worker) => worker.url().includes('hls.worker'))).toBe(kind.startsWith('HLS'))
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toAppear()
})

test('a live stream plays at its live edge, in Dutch', async () => {
  const { page, player } = await open(/\/live\/index\.m3u8$/, { language: 'nl' })
  await page.getByRole('button', { name: 'Afspelen' }).click()
  await expect(page.getByRole('button', { name: 'Pauzeren' })).toAppear()
  await expect(player.getByRole('button', { name: 'Live', exact: true })).toAppear()
})

test('captions, speed and quality are chosen and stored', async () => {
  const { page } = await open(film)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  await page.getByRole('button', { name: 'Subtitles, Off' }).click()
  await page.getByRole('menuitemradio', { name: 'Nederlands' }).click()
  await expect(page.getByRole('button', { name: 'Subtitles, Nederlands' })).toAppear()
  await page.getByRole('button', { name: 'Speed, 1×' }).click()
  await page.getByRole('menuitemradio', { name: '1.5×' }).click()
  await expect(page.getByRole('button', { name: 'Speed, 1.5×' })).toAppear()
  await page.getByRole('button', { name: /^Quality, Automatic/ }).click()
  await page.getByRole('menuitemradio', { name: '270p' }).click()
  await expect(page.getByRole('button', { name: 'Quality, 270p' })).toAppear()
  await page.reload()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Subtitles, Nederlands' }).isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Speed, 1.5×' }).isVisible()).toBe(true)
  const captions = (change?: 'show all') =>
    page.locator('video').evaluate((video: HTMLVideoElement, change) => {
      const tracks = [...video.textTracks]
      if (change) for (const track of tracks) track.mode = 'showing'
      return tracks.filter(({ mode }) => mode === 'showing').map(({ label }) => label)
    }, change)
  expect(await captions()).toEqual(['Nederlands'])
  // Acts like a browser that chooses captions by itself.
  expect(await captions('show all')).toEqual(['English', 'Nederlands'])
  await expect.poll(() => captions()).toEqual(['Nederlands'])
})

test('the player works by keyboard, and the focus stays inside', { tags: ['journey'] }, async () => {
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
  await expect(player).toDisappear()
})

test.each([
  ['wide', { size: 'desktop', browserStorage: { fill_window: 'true' } }],
  ['tall', { size: 'phone' }],
] as const)('the top bar of a %s player hides without movement, and comes back', async (_shape, coming) => {
  const { page, player } = await open(film, coming)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  const bar = player.getByRole('banner').or(player.locator('header'))
  const opacity = () => bar.first().evaluate((element) => getComputedStyle(element).opacity)
  await page.mouse.move(300, 200)
  await expect.poll(opacity).toBe('1')
  await expect.poll(opacity).toBe('0')
  await page.mouse.move(200, 300)
  await expect.poll(opacity).toBe('1')
})

test('a service is contacted only after consent', { tags: ['journey'] }, async () => {
  const requests: string[] = []
  const { page } = await open(/youtube\.com|youtu\.be/, {}, (page) =>
    page.route(/^https:/, (route) => {
      requests.push(new URL(route.request().url()).hostname)
      return route.fulfill({ contentType: 'text/html', body: '<title>A service</title>' })
    }),
  )
  const agree = page.getByRole('button', { name: 'Play from YouTube' })
  await expect(agree).toAppear()
  expect(requests).toEqual([])
  await agree.click()
  await expect(page.getByTitle('YouTube player')).toAppear()
  await expect.poll(() => requests).toEqual(['www.youtube-nocookie.com'])
})

test('continues in the mini-player on other screens', { tags: ['journey'] }, async () => {
  const { channel, video } = await demoVideo(film)
  const page = await visit({ path: `/en/playlists?playlist=${channel.id}` })
  await page.locator(`[data-card="${video.id}"] a`).first().click()
  await expect(page).toPlay()
  const element = await page.locator('video').elementHandle()
  const time = () => element.evaluate((media) => (media as HTMLVideoElement).currentTime)
  await page.goBack()
  const small = page.getByRole('region', { name: `Mini-player: ${video.title}` })
  await expect(small).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await goToResults(page)
  const before = await time()
  await expect.poll(time).toBeGreaterThan(before + 0.5)
  expect(await element.evaluate((media) => media === document.querySelector('video'))).toBe(true)
  await small.getByRole('link').click()
  await expect(page.getByRole('dialog', { name: `Player: ${video.title}` })).toAppear()
  expect(await element.evaluate((media) => media === document.querySelector('video'))).toBe(true)
  await page.getByRole('button', { name: 'Keep playing in the mini-player' }).click()
  await expect(page.getByRole('main', { name: 'slow' })).toAppear()
  await small.getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('video')).toDisappear()
})

test('a press on a card counts even if its picture loads or changes between down and up', async () => {
  const { channel, video } = await demoVideo(film)
  const page = await visit({ size: 'desktop', path: `/en/playlists?playlist=${channel.id}` })
  const link = page.locator(`[data-card="${video.id}"] a`).first()
  await link.hover()
  await page.mouse.down()
  const away = await link.evaluateHandle((card) => {
    const picture = card.querySelector('img, [data-hue]')!
    const place = picture.parentElement!
    picture.remove()
    return { putBack: () => place.prepend(picture) }
  })
  await page.mouse.up()
  await away.evaluate(({ putBack }) => putBack())
  await expect(page.getByRole('dialog', { name: video.title })).toAppear()
})

test('picture in picture ends with the player', async () => {
  const { page } = await open(film, { size: 'desktop' })
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  const isOut = () => page.evaluate(() => document.pictureInPictureElement !== null)
  await page.getByRole('button', { name: 'Picture in picture' }).click()
  await expect.poll(isOut).toBe(true)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.locator('video')).toDisappear()
  await expect.poll(isOut).toBe(false)
})

test('arrow keys switch to the channels beside it, and Back leaves them in one step', { tags: ['journey'] }, async () => {
  const [first, second] = await demoHome()
  const page = await visit({ moves: true, path: '/en/playlists' })
  await page
    .locator('nav[data-row] a')
    .filter({ hasText: first!.name.slice(0, 8) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: first!.name })).toAppear()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { level: 1, name: second!.name })).toAppear()
  await expect.poll(() => new URL(page.url()).searchParams.get('playlist')).toBe(second!.id)
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { level: 1, name: first!.name })).toAppear()
  await page.goBack()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('axe finds no violations in the player', async () => {
  const { page } = await open(film)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
})

test('on a phone in landscape no control covers another, even beside a panel', async () => {
  const { player } = await open(/\/patch\.mp4$/, { size: 'landscape' })
  const more = player.getByRole('button', { name: 'More info' })
  await more.click()
  await expect(player.getByText('Fifteen steps').first()).toAppear()
  const covered = () =>
    player.locator('button, a').evaluateAll((controls) =>
      controls.flatMap((control) => {
        const { left, top, width, height } = control.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        if (width === 0 || x > innerWidth || y > innerHeight) return []
        return [0.15, 0.5, 0.85].flatMap((part) => {
          const over = document.elementFromPoint(left + width * part, y)
          return control.contains(over) ? [] : `${control.ariaLabel ?? control.textContent} is under ${over?.className}`
        })
      }),
    )
  await expect.poll(covered).toEqual([])
  // The player has no button for information, because the panel has all of it.
  expect(await player.getByRole('button', { name: 'About this video' }).count()).toBe(0)
})
