import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { demoPerson } from './demo.ts'
import { axeViolations } from './axe.ts'
import { waitForAnimations } from './gestures.ts'
import { type VisitOptions, visitors } from './visitors.ts'

const visit = visitors()

/** Returns a fake player of a service. It plays when a message asks for it, or reports an error with YouTube's number. */
const makeFakePlayer = (behaviour: 'plays' | number) => `<!doctype html><title>A service</title><script>
  const tell = (message) => parent.postMessage(JSON.stringify(message), '*')
  addEventListener('message', ({ data }) => {
    const { event, func, args } = JSON.parse(data)
    if (event === 'listening') tell({ event: 'onReady' })
    if (func === 'addEventListener' && args[0] === 'onError')
      tell(${behaviour === 'plays' ? "{ event: 'infoDelivery', info: { playerState: 1, currentTime: 1, duration: 60 } }" : `{ event: 'onError', info: ${behaviour} }`})
  })
</script>`

/** Creates a channel with two YouTube videos that play in a fake player. */
async function open(behaviour: 'plays' | number, visitor: VisitOptions = {}) {
  const { client, browserStorage } = await demoPerson('noor')
  const { id } = await client(channelsContract.createPlaylist, { body: { name: 'From elsewhere', status_id: 1 } })
  // Runs after the pages were closed, so that they don't request deleted things.
  onTestFinished(async () => void (await client(channelsContract.deletePlaylist, { params: { id } })))
  const videos = ['abcdefghijk', 'ABCDEFGHIJK'].map((video, index) => ({
    src: `https://www.youtube.com/watch?v=${video}`,
    title: `Tube ${index + 1}`,
  }))
  await client(channelsContract.createSeries, { body: { playlist_id: id, name: 'All', videos } })
  const page = await visit({
    ...visitor,
    browserStorage: {
      ...browserStorage,
      canceled_enter_fields_modal: 'true',
      player: JSON.stringify({ allowed: ['youtube'] }),
      ...visitor.browserStorage,
    },
  })
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: makeFakePlayer(behaviour) }))
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') calls.push(pathname)
  })
  await page.goto(`/en/my-playlists?playlist=${id}`)
  const [first] = (await client(channelsContract.getPlaylist, { params: { id } })).series[0]!.videos
  return { page, calls, first: first!, client }
}
const card = (page: Page, title: string) => page.locator('[data-card] > a').filter({ hasText: title })
const playerOf = (page: Page, title: string) => page.getByRole('dialog', { name: `Player: ${title}` })

test('a service’s playback error is explained, reported once, and counts as no view', async () => {
  const { page, calls, first } = await open(150)
  await card(page, 'Tube 1').click()
  await expect(playerOf(page, 'Tube 1').getByRole('alert').getByText('The source doesn’t allow playback here.')).toAppear()
  await expect.poll(() => calls.filter((path) => path === `/api/videos/${first.id}/playback-failure`)).toHaveLength(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(playerOf(page, 'Tube 1').getByRole('alert')).toAppear()
  expect(calls.filter((path) => path.endsWith('/playback-failure'))).toHaveLength(1)
  expect(calls.filter((path) => path.startsWith('/api/view'))).toEqual([])
})

test('after five seconds, “Play all” skips a video that fails at its service', async () => {
  const { page } = await open(100)
  await page.getByRole('banner').getByRole('button', { name: 'Actions for From elsewhere' }).click()
  await page.getByRole('menuitem', { name: 'Play all' }).click()
  await expect(playerOf(page, 'Tube 1').getByText('This is no longer available at its source.')).toAppear()
  await expect(playerOf(page, 'Tube 1').getByText(/^Next in [1-5]: Tube 2$/)).toAppear()
  await expect(playerOf(page, 'Tube 2')).toAppear()
})

test('a view counts when the service reports playback', async () => {
  const { page, calls } = await open('plays')
  await card(page, 'Tube 1').click()
  await expect.poll(() => calls.filter((path) => path === '/api/view/start')).toHaveLength(1)
  expect(calls.filter((path) => path === '/api/view')).toHaveLength(1)
})

/** A fake Vimeo player that reports an unsupported call and a missing video. Only the missing video makes playback fail. */
const missingOnVimeo = `<!doctype html><title>A service</title><script>
  const tell = (event, data) => parent.postMessage(JSON.stringify({ event, data }), '*')
  addEventListener('message', ({ data: { method, value } }) => {
    if (method === 'ping') tell('ready')
    if (method !== 'addEventListener' || value !== 'error') return
    tell('error', { method: 'setVolume', name: 'UnsupportedError2', message: 'Not here' })
    tell('error', { method: 'ready', name: 'NotFoundError', message: 'Gone' })
  })
</script>`

test('a guest’s missing Vimeo video is reported, and an unsupported call is not', async () => {
  const { client } = await demoPerson('noor')
  const { id } = await client(channelsContract.createPlaylist, { body: { name: 'For everybody', status_id: 3 } })
  onTestFinished(async () => void (await client(channelsContract.deletePlaylist, { params: { id } })))
  const videos = [{ src: 'https://vimeo.com/76979871', title: 'Vim' }]
  const { videos: createdVideos } = await client(channelsContract.createSeries, { body: { playlist_id: id, name: 'All', videos } })
  const page = await visit({ browserStorage: { player: JSON.stringify({ allowed: ['vimeo'] }) } })
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: missingOnVimeo }))
  const reports: number[] = []
  page.on('response', (response) => response.url().endsWith('/playback-failure') && reports.push(response.status()))
  await page.goto(`/en/playlists?playlist=${id}&play=${createdVideos[0]!.id}`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert.getByText('This is no longer available at its source.')).toAppear()
  await expect.poll(() => reports).toEqual([200])
})

/** Returns the size of a service's player, and whether the page covers it. */
const frameOf = (page: Page) =>
  page.locator('iframe').evaluate((frame) => {
    const { x, y, width, height } = frame.getBoundingClientRect()
    const covered: string[] = []
    for (let right = 1; right < width; right += 8)
      for (let down = 1; down < height; down += 8) {
        const elementsAtPoint = document.elementsFromPoint(x + right, y + down)
        // Skips the corners, because the player is cut off there.
        if (elementsAtPoint.indexOf(frame) > 0)
          covered.push(`${right},${down}: ${elementsAtPoint[0]!.tagName} ${elementsAtPoint[0]!.className}`)
      }
    return { width, height, covered: covered.slice(0, 5) }
  })

test.for([
  ['320 px', 'narrow', 16],
  ['320 px and letters twice as large', 'narrow', 32],
  ['a phone with text of 200 %', 'phone', 32],
  ['a desktop', 'desktop', 16],
] as const)('docked on %s, the frame of a service has 200 px each way, and is uncovered', async ([, size, fontPx]) => {
  const { page } = await open('plays', { size })
  await (await page.context().newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: fontPx } })
  await card(page, 'Tube 1').click()
  await expect(page.getByRole('button', { name: 'Pause' })).toAppear()
  await page.getByRole('button', { name: 'Keep playing in the mini-player' }).click()
  const mini = page.getByRole('region', { name: 'Mini-player: Tube 1' })
  await expect(mini).toAppear()
  await waitForAnimations(page)
  const { width, height, covered } = await frameOf(page)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(200)
  expect(covered).toEqual([])
  // Toasts don't cover the player either.
  await page.locator('[data-card]').filter({ hasText: 'Tube 2' }).getByRole('button').last().press('Enter')
  await page.getByRole('menuitem', { name: 'Play next', exact: true }).click()
  await expect(page.locator('[data-toasts]').getByText('“Tube 2” plays next')).toAppear()
  await page.locator('[data-card]').filter({ hasText: 'Tube 2' }).getByRole('button').last().press('Enter')
  await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Selected', exact: true })).toAppear()
  await waitForAnimations(page)
  expect((await frameOf(page)).covered).toEqual([])
  // The controls of the mini-player are below it, fully visible.
  const [box, close] = [(await mini.boundingBox())!, (await mini.getByRole('button', { name: 'Close' }).boundingBox())!]
  expect(close.y + close.height).toBeLessThanOrEqual(box.y + box.height + 0.5)
})

test.for([
  ['320 px', 'narrow', 16, {}],
  ['text of 200 %', 'phone', 32, {}],
  ['a tablet', 'tablet', 16, {}],
  ['a filled window', 'desktop', 16, { fill_window: 'true' }],
] as const)(
  'more info on %s shows beside the frame of a service, and an external link is counted',
  async ([, size, fontPx, browserStorage]) => {
    const { page, calls, first, client } = await open('plays', { size, browserStorage })
    const body = {
      description: 'What it is about.',
      more_description: 'Much more to read. '.repeat(60),
      go_to: 'https://elsewhere.example/page',
      go_to_title: 'The map',
    }
    await client(channelsContract.updateVideo, { params: { id: first.id }, body })
    await page.reload()
    await (await page.context().newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: fontPx } })
    await card(page, 'Tube 1').click()
    await expect(page.getByRole('button', { name: 'Pause' })).toAppear()
    const player = playerOf(page, 'Tube 1')
    await player.getByRole('button', { name: 'More info' }).click()
    const panel = player.getByRole('region', { name: 'More info' })
    await expect(panel).toAppear()
    // Information is in one place: on wide screens in the panel beside the picture, otherwise on the page below the player.
    const isWide = size === 'desktop'
    expect(await panel.getByText('What it is about.').isVisible()).toBe(isWide)
    expect(await player.getByText('What it is about.').count()).toBe(isWide ? 1 : 2)
    expect(await player.getByRole('button', { name: 'About this video' }).count()).toBe(0)
    await expect.poll(() => calls.filter((path) => path === '/api/click')).toHaveLength(1)
    // At each scroll position of the full player, nothing covers the visible part of the service's player.
    expect((await frameOf(page)).covered).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await axeViolations(page)).toEqual([])
    const link = player.getByRole('link', { name: 'The map, opens elsewhere.example' })
    expect(await link.getAttribute('rel')).toBe('noopener nofollow ugc')
    const [other] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    await other.close()
    await expect.poll(() => calls.filter((path) => path === '/api/click')).toHaveLength(2)
    await panel.getByRole('button').click()
    await expect(panel).toDisappear()
  },
)

test('on a phone in landscape, closing the player ends the service’s video, because a mini-player has no room', async () => {
  const { page } = await open('plays', { size: 'landscape' })
  await card(page, 'Tube 1').click()
  await expect(page.getByRole('button', { name: 'Pause' })).toAppear()
  const { height, covered } = await frameOf(page)
  expect([height >= 200, covered]).toEqual([true, []])
  await page.goBack()
  await expect(page.locator('iframe')).toDisappear()
  await expect(page.getByRole('region', { name: /^Mini-player/ })).toDisappear()
})
