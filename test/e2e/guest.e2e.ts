import type { Locator, Page, Request } from 'playwright'
import { describe, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { demoChannels, demoHome, demoPerson, demoVideo } from './demo.ts'
import { waitForCode, createFinger, waitForRender, middleOf } from './gestures.ts'
import { pathAndQuery, isInView, loadCompletely, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { findOverweight, findOverweightFiles } from './weight.ts'

const visit = visitors({ serviceWorker: true })

const row = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Presses a card on a channel's page, wherever it is in its row. */
async function press(page: Page, { channel, video }: Awaited<ReturnType<typeof demoVideo>>) {
  await page.goto(`/en/playlists?playlist=${channel.id}`)
  await row(page, video.series_name).getByRole('link', { name: video.title }).click()
  await expect(page.getByRole('dialog', { name: `Player: ${video.title}` })).toAppear()
}

describe('the home', () => {
  test.for([
    ['en', 'Log in'],
    ['nl', 'Inloggen'],
  ] as const)('/ redirects to the language of the browser: %s', { tags: ['journey'] }, async ([language, login]) => {
    const page = await visit({ path: '/', language })
    await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/`)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await expect(page.getByRole('banner').getByRole('link', { name: login })).toAppear()
  })

  test.for(['en', 'nl'] as const)('a first visit stays within its budget: %s', { tags: ['journey'] }, async (language) => {
    const page = await visit({ language, browserStorage: { cookies: '', hide_add_to_home_screen: '' } })
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await loadCompletely(page, () => page.goto(`/${language}/`))
    await expect(page.getByRole('region', { name: 'Cookies' })).toAppear()
    expect(findOverweight(requests)).toEqual([])
    expect(findOverweightFiles(language)).toEqual([])
  })

  test('shows current channels at once', { tags: ['journey'] }, async () => {
    const [first, second] = await demoHome()
    const page = await visit({ path: '/en/' })
    await expect(heading(page, 'Choice')).toAppear()
    for (const { name, series } of [first!, second!]) {
      const [firstSeries] = series
      await expect(row(page, name).getByText(firstSeries!.name, { exact: true })).toAppear()
      for (const { title } of firstSeries!.videos.slice(0, 2)) await expect(row(page, name).getByRole('link', { name: title })).toAppear()
    }
    await expect(page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: first!.name, exact: true })).toAppear()
  })

  test('its layout does not shift while the opening video loads', async () => {
    const page = await visit({ moves: true })
    // The home page opens with a video, and the network is slow.
    await page.route('**/en/', async (route) => {
      const html = await (await route.fetch()).text()
      await route.fulfill({ body: html.replace(/"file":(null|"[^"]*")/, '"file":"/media/demo/low-tide.mp4"'), contentType: 'text/html' })
    })
    await page.route('**/HeroVideo-*.js', async (route) => {
      await page.locator('h1').waitFor()
      await waitForRender(page)
      await route.continue()
    })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      const isShift = (entry: PerformanceEntry): entry is PerformanceEntry & { value: number } => entry.entryType === 'layout-shift'
      new PerformanceObserver((list) =>
        shifts.push(
          ...list
            .getEntries()
            .filter(isShift)
            .map(({ value }) => value),
        ),
      ).observe({
        type: 'layout-shift',
        buffered: true,
      })
    })
    await page.goto('/en/')
    await expect(page.locator('video[data-playing]')).toAppear()
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02)
  })

  test('its first card plays, and leads to its channel', { tags: ['journey'] }, async () => {
    const [channel] = await demoHome()
    const [video] = channel!.series[0]!.videos
    const page = await visit({ path: '/en/' })
    await row(page, channel!.name).getByRole('link').filter({ hasText: video!.title }).click()
    const player = page.getByRole('dialog', { name: `Player: ${video!.title}` })
    await expect(player).toAppear()
    await expect(page).toPlay()
    await player.getByRole('button', { name: 'Close' }).click()
    await expect(player).toDisappear()
    await expect(heading(page, channel!.name)).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe(`/en/playlists?playlist=${channel!.id}`)
    await page.goBack()
    await expect(heading(page, 'Choice')).toAppear()
  })
})

describe('a channel', () => {
  test('a swipe over its top leads to the next channel, and two quick ones to the one after', { tags: ['journey'] }, async () => {
    const channels = await demoHome()
    const page = await visit({ path: `/en/playlists?playlist=${channels[0]!.id}` })
    const head = page.locator('article [data-zap]')
    await expect(head).toAppear()
    // Waits for the code for swipes. An earlier swipe would have an effect only after this code has loaded.
    await waitForCode(page, 'zap')
    const hand = await createFinger(page)
    const start = await middleOf(head)
    for (let swipe = 0; swipe < 2; swipe++) {
      await hand.pressAt(start)
      await hand.by(-150, 0)
      await hand.up()
    }
    await expect(heading(page, channels[2]!.name)).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe(`/en/playlists?playlist=${channels[2]!.id}`)
  })

  test.for([
    ['HLS', /\/aurora\/index\.m3u8$/],
    ['sound', /\.m4a$/],
  ] as const)('%s plays at a press', { tags: ['journey'] }, async ([, address]) => {
    const page = await visit()
    await press(page, await demoVideo(address))
    await expect(page).toPlay()
  })

  test('a live stream plays at its live edge', { tags: ['journey'] }, async () => {
    const page = await visit()
    await press(page, await demoVideo(/\/live\/index\.m3u8$/))
    await expect(page.getByRole('button', { name: 'Pause' })).toAppear()
    const dialog = page.getByRole('dialog')
    // Goes back to live if the machine is too slow for the video and fell behind.
    const behind = dialog.getByRole('button', { name: 'Go to live' })
    const live = dialog.getByRole('button', { name: 'Live', exact: true })
    await expect(behind.or(live)).toAppear()
    // Repeats, because the player may reach the live edge just before the click.
    await expect
      .poll(async () => {
        if (await behind.isVisible()) await behind.click({ timeout: 1000 }).catch(() => undefined)
        return live.isVisible()
      })
      .toBe(true)
  })

  test('a video in its address is scrolled into view and highlighted briefly', { tags: ['journey'] }, async () => {
    const channel = (await demoChannels()).find(({ series }) => series.length > 2)!
    const { videos, name } = channel.series.at(-1)!
    const { id, title } = videos.at(-1)!
    const page = await visit()
    // Checks the highlight before all pictures have loaded, because it is brief.
    await page.goto(`/en/playlists?playlist=${channel.id}&video=${id}`, { waitUntil: 'commit' })
    const card = row(page, name).getByRole('link', { name: title })
    await expect(card.and(page.locator('[aria-current=true]'))).toAppear()
    await expect.poll(() => isInView(card)).toBe(true)
    await expect.poll(() => card.getAttribute('aria-current')).toBe(null)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('a series in its address is scrolled into view and stays outlined', { tags: ['journey'] }, async () => {
    const channel = (await demoChannels()).find(({ series }) => series.length > 2)!
    const { id, name } = channel.series.at(-1)!
    const page = await visit({ path: `/en/playlists?playlist=${channel.id}&serie=${id}` })
    await expect.poll(() => row(page, name).getAttribute('aria-current')).toBe('true')
    await expect.poll(() => isInView(row(page, name).getByRole('heading'))).toBe(true)
  })

  test('its short address leads to it, with and without a language', { tags: ['journey'] }, async () => {
    const { id, name, slug } = (await demoHome())[0]!
    const page = await visit()
    for (const path of [`/${slug}`, `/nl/${slug}`]) {
      await page.goto(path)
      await page.waitForURL(`**/playlists?playlist=${id}`)
      await expect(heading(page, name)).toAppear()
    }
  })

  test('an unknown short address shows the not-found screen', { tags: ['journey'] }, async () => {
    const page = await visit({ path: '/en/nobody-has-this-name', expected: /status of 404/ })
    await page.waitForURL('**/en/not-found')
    await expect(heading(page, '404 not found')).toAppear()
    await expect(page.getByRole('link', { name: 'See the channels' })).toAppear()
  })

  test('a private channel looks like a missing one', { tags: ['journey'] }, async () => {
    const { client } = await demoPerson('iris')
    const { other } = await client(channelsContract.listMyPlaylists, {})
    const secret = other.find(({ status }) => status === 'Private')!
    const page = await visit({ expected: /status of 404/ })
    const seen: unknown[] = []
    for (const id of [secret.id, 'AAAAAAAAAAA']) {
      const response = await page.goto(`/en/playlists?playlist=${id}`)
      await expect(page.getByRole('heading', { name: 'Channel not found' })).toAppear()
      await expect(page.getByRole('link', { name: 'See other channels' })).toAppear()
      const html = (await response!.text()).replaceAll(id, 'ID')
      expect(html).not.toContain(secret.name)
      seen.push(html, await page.title(), (await page.getByRole('main').innerText()).replaceAll(id, 'ID'))
    }
    expect(seen.slice(3)).toEqual(seen.slice(0, 3))
  })
})

/** Presses a row's arrow several times in quick succession. Returns the scroll position when the row rests. */
const pressArrow = (arrow: Locator, times = 1) =>
  arrow.evaluate(async (button, presses) => {
    const track = button.closest('section')!.querySelector('[data-track]')!
    const scrollEnd = new Promise((resolve) => track.addEventListener('scrollend', resolve, { once: true }))
    for (let press = 0; press < presses; press++) (button as HTMLButtonElement).click()
    await scrollEnd
    return { left: Math.round(track.scrollLeft), most: track.scrollWidth - track.clientWidth }
  }, times)

test('an arrow of a row scrolls 200 px per press, also during a scroll', async () => {
  const page = await visit({ size: 'desktop', moves: true, path: '/en/' })
  const forward = page.getByRole('button', { name: 'Scroll forward' }).first()
  await expect(forward).toAppear()
  const first = await pressArrow(forward)
  expect(first.left).toBe(200)
  expect(first.most).toBeGreaterThan(400)
  expect((await pressArrow(forward, 3)).left).toBe(Math.min(800, first.most))
  const back = page.getByRole('button', { name: 'Scroll back' }).first()
  expect((await pressArrow(back)).left).toBe(Math.min(800, first.most) - 200)
})

describe('actions for users only ask to log in', () => {
  test.for([
    ['en', 'phone'],
    ['nl', 'desktop'],
  ] as const)('watch later, like, and the menus of a channel and a video, whose code loads on press: %s', async ([language, size]) => {
    const t = textsIn(language)
    const [channel] = await demoHome()
    const page = await visit({ language, size })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await loadCompletely(page, () => page.goto(`/${language}/playlists?playlist=${channel!.id}`))
    const card = page.locator('main [data-card] > a').first()
    const alert = page.getByRole('dialog').filter({ hasText: t.web('login_needed.feature') })
    const userCode = () => scripts.filter((url) => /\/user-[\w-]+\.js$/.test(url))
    expect(userCode()).toEqual([])
    const isNotified = async () => {
      await expect(alert).toAppear()
      await page.keyboard.press('Escape')
      await expect(alert).toDisappear()
    }
    for (const key of ['w', 'l', 's']) {
      await card.focus()
      await page.keyboard.press(key)
      await isNotified()
    }
    expect(userCode()).not.toEqual([])
    for (const opens of [
      () => card.click({ button: 'right' }),
      () => page.getByRole('banner').locator('button[aria-haspopup="menu"]').last().click(),
    ]) {
      await opens()
      await page.getByRole('menuitem', { name: t.reports('action') }).click()
      await isNotified()
    }
    await page.getByRole('banner').locator('button[aria-haspopup="menu"]').last().click()
    await page.getByRole('menuitem', { name: language === 'en' ? 'Play all' : 'Alles afspelen' }).click()
    await expect(page).toPlay()
  })

  test.for([
    ['own channels', '/en/', 'link', 'Mine', "You can't use this feature as a guest"],
    ['sharing', undefined, 'button', 'Share', 'You need to be logged in to use this feature'],
  ] as const)('%s', async ([, path, role, name, text]) => {
    const [channel] = await demoHome()
    const page = await visit({ path: path ?? `/en/playlists?playlist=${channel!.id}` })
    const opener = page.getByRole(role, { name, exact: true })
    await opener.click()
    const alert = page.getByRole('dialog', { name: 'Log in first' })
    await expect(alert.getByText(text)).toAppear()
    await page.keyboard.press('Escape')
    await expect(alert).toDisappear()
    await expect(opener).toHaveFocus()
    await opener.click()
    await alert.getByRole('link', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/en/login')
  })
})
