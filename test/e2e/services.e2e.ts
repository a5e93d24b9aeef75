import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { curationContract } from '#features/curation/contract.ts'
import { demoPerson } from './demo.ts'
import { axeViolations } from './axe.ts'
import { type Coming, visitors } from './visitors.ts'

const visit = visitors()

/** What stands for a service's player: it plays as soon as it is asked to speak, or says a number of YouTube's errors. */
const frameThat = (says: 'plays' | number) => `<!doctype html><title>A service</title><script>
  const tell = (message) => parent.postMessage(JSON.stringify(message), '*')
  addEventListener('message', ({ data }) => {
    const { event, func, args } = JSON.parse(data)
    if (event === 'listening') tell({ event: 'onReady' })
    if (func === 'addEventListener' && args[0] === 'onError')
      tell(${says === 'plays' ? "{ event: 'infoDelivery', info: { playerState: 1, currentTime: 1, duration: 60 } }" : `{ event: 'onError', info: ${says} }`})
  })
</script>`

/** Somebody has a channel of two of YouTube's videos, which play from a stand-in. */
async function open(says: 'plays' | number, coming: Coming = {}) {
  const { client, stored } = await demoPerson('noor')
  const { id } = await client(curationContract.createPlaylist, { body: { name: 'From elsewhere', status_id: 1 } })
  // Once the pages are closed: none of them asks for what is gone.
  onTestFinished(async () => void (await client(curationContract.deletePlaylist, { params: { id } })))
  const videos = ['abcdefghijk', 'ABCDEFGHIJK'].map((video, at) => ({
    src: `https://www.youtube.com/watch?v=${video}`,
    title: `Tube ${at + 1}`,
  }))
  await client(curationContract.createSeries, { body: { playlist_id: id, name: 'All', videos } })
  const page = await visit({
    ...coming,
    stored: { ...stored, canceled_enter_fields_modal: 'true', player: JSON.stringify({ allowed: ['youtube'] }), ...coming.stored },
  })
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: frameThat(says) }))
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') calls.push(pathname)
  })
  await page.goto(`/en/my-playlists?playlist=${id}`)
  const [first] = (await client(curationContract.getPlaylist, { params: { id } })).series[0]!.videos
  return { page, calls, first: first!, client }
}
const card = (page: Page, title: string) => page.locator('[data-card] > a').filter({ hasText: title })
const playerOf = (page: Page, title: string) => page.getByRole('dialog', { name: `Player: ${title}` })

test('what a service says can’t be played is said in words and reported once; it counts as no view', async () => {
  const { page, calls, first } = await open(150)
  await card(page, 'Tube 1').click()
  await expect(playerOf(page, 'Tube 1').getByRole('alert').getByText('The source doesn’t allow playback here.')).toAppear()
  await expect.poll(() => calls.filter((path) => path === `/api/videos/${first.id}/playback-failure`)).toHaveLength(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(playerOf(page, 'Tube 1').getByRole('alert')).toAppear()
  expect(calls.filter((path) => path.endsWith('/playback-failure'))).toHaveLength(1)
  expect(calls.filter((path) => path.startsWith('/api/view'))).toEqual([])
})

test('in “Play all” it is skipped after five seconds', async () => {
  const { page } = await open(100)
  await page.getByRole('banner').getByRole('button', { name: 'Actions for From elsewhere' }).click()
  await page.getByRole('menuitem', { name: 'Play all' }).click()
  await expect(playerOf(page, 'Tube 1').getByText('This is no longer available at its source.')).toAppear()
  await expect(playerOf(page, 'Tube 1').getByText(/^Next in [1-5]: Tube 2$/)).toAppear()
  await expect(playerOf(page, 'Tube 2')).toAppear()
})

test('a view counts when the service says that it plays', async () => {
  const { page, calls } = await open('plays')
  await card(page, 'Tube 1').click()
  await expect.poll(() => calls.filter((path) => path === '/api/view/start')).toHaveLength(1)
  expect(calls.filter((path) => path === '/api/view')).toHaveLength(1)
})

/** A frame of Vimeo: a call that it does not do is no failure, that the video is gone is one. */
const goneFromVimeo = `<!doctype html><title>A service</title><script>
  const tell = (event, data) => parent.postMessage(JSON.stringify({ event, data }), '*')
  addEventListener('message', ({ data: { method, value } }) => {
    if (method === 'ping') tell('ready')
    if (method !== 'addEventListener' || value !== 'error') return
    tell('error', { method: 'setVolume', name: 'UnsupportedError2', message: 'Not here' })
    tell('error', { method: 'ready', name: 'NotFoundError', message: 'Gone' })
  })
</script>`

test('of Vimeo, and by a guest: that a video is gone is told, and that a call was not done is no reason to stop', async () => {
  const { client } = await demoPerson('noor')
  const { id } = await client(curationContract.createPlaylist, { body: { name: 'For everybody', status_id: 3 } })
  onTestFinished(async () => void (await client(curationContract.deletePlaylist, { params: { id } })))
  const videos = [{ src: 'https://vimeo.com/76979871', title: 'Vim' }]
  const { videos: made } = await client(curationContract.createSeries, { body: { playlist_id: id, name: 'All', videos } })
  const page = await visit({ stored: { player: JSON.stringify({ allowed: ['vimeo'] }) } })
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: goneFromVimeo }))
  const reports: number[] = []
  page.on('response', (answer) => answer.url().endsWith('/playback-failure') && reports.push(answer.status()))
  await page.goto(`/en/playlists?playlist=${id}&play=${made[0]!.id}`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert.getByText('This is no longer available at its source.')).toAppear()
  await expect.poll(() => reports).toEqual([200])
})

/** Whether a service's frame is all to be seen, and how large it is: nothing lies over any part of it. */
const frameOf = (page: Page) =>
  page.locator('iframe').evaluate((frame) => {
    const { x, y, width, height } = frame.getBoundingClientRect()
    const covered: string[] = []
    for (let right = 1; right < width; right += 8)
      for (let down = 1; down < height; down += 8) {
        const all = document.elementsFromPoint(x + right, y + down)
        // Outside of its rounded corners the frame is not.
        if (all.indexOf(frame) > 0) covered.push(`${right},${down}: ${all[0]!.tagName} ${all[0]!.className}`)
      }
    return { width, height, covered: covered.slice(0, 5) }
  })

test.for([
  ['320 px', 'narrow', 16],
  ['320 px and letters twice as large', 'narrow', 32],
  ['a phone and letters twice as large', 'phone', 32],
  ['a desktop', 'desktop', 16],
] as const)('docked on %s, the frame of a service has 200 px each way, and nothing over it', async ([, size, fontPx]) => {
  const { page } = await open('plays', { size })
  await (await page.context().newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: fontPx } })
  await card(page, 'Tube 1').click()
  await expect(page.getByRole('button', { name: 'Pause' })).toAppear()
  await page.getByRole('button', { name: 'Keep playing in the mini-player' }).click()
  const mini = page.getByRole('region', { name: 'Mini-player: Tube 1' })
  await expect(mini).toAppear()
  await expect.poll(() => page.evaluate(() => document.getAnimations().every(({ playState }) => playState !== 'running'))).toBe(true)
  const { width, height, covered } = await frameOf(page)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(200)
  expect(covered).toEqual([])
  // Nor does what is said, or what is offered.
  await page.locator('[data-card]').filter({ hasText: 'Tube 2' }).getByRole('button').last().press('Enter')
  await page.getByRole('menuitem', { name: 'Play next', exact: true }).click()
  await expect(page.locator('[data-toasts]').getByText('“Tube 2” plays next')).toAppear()
  await page.locator('[data-card]').filter({ hasText: 'Tube 2' }).getByRole('button').last().press('Enter')
  await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Selected', exact: true })).toAppear()
  await expect.poll(() => page.evaluate(() => document.getAnimations().every(({ playState }) => playState !== 'running'))).toBe(true)
  expect((await frameOf(page)).covered).toEqual([])
  // What steers it stands below, whole.
  const [box, close] = [(await mini.boundingBox())!, (await mini.getByRole('button', { name: 'Close' }).boundingBox())!]
  expect(close.y + close.height).toBeLessThanOrEqual(box.y + box.height + 0.5)
})

test.for([
  ['320 px', 'narrow', 16, {}],
  ['letters twice as large', 'phone', 32, {}],
  ['a tablet', 'tablet', 16, {}],
  ['a filled window', 'desktop', 16, { fill_window: 'true' }],
] as const)(
  'more info on %s stands beside the frame of a service, and a link that opens outside is counted',
  async ([, size, fontPx, stored]) => {
    const { page, calls, first, client } = await open('plays', { size, stored })
    const body = { more_description: 'Much more to read. '.repeat(60), go_to: 'https://elsewhere.example/page', go_to_title: 'The map' }
    await client(curationContract.updateVideo, { params: { id: first.id }, body })
    await page.reload()
    await (await page.context().newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: fontPx } })
    await card(page, 'Tube 1').click()
    await expect(page.getByRole('button', { name: 'Pause' })).toAppear()
    const player = playerOf(page, 'Tube 1')
    await player.getByRole('button', { name: 'More info' }).click()
    const panel = player.getByRole('region', { name: 'More info' })
    await expect(panel).toAppear()
    await expect.poll(() => calls.filter((path) => path === '/api/click')).toHaveLength(1)
    // As far as the player is scrolled, what is to be seen of the frame is uncovered.
    expect((await frameOf(page)).covered).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await axeViolations(page)).toEqual([])
    const link = player.getByRole('link', { name: 'The map, opens elsewhere.example' })
    expect(await link.getAttribute('rel')).toBe('noopener nofollow ugc')
    const [other] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    await other.close()
    await expect.poll(() => calls.filter((path) => path === '/api/click')).toHaveLength(2)
    await panel.getByRole('button').click()
    await expect(panel).toGo()
  },
)

test('a phone on its side has no room for it: the service’s frame ends with the player', async () => {
  const { page } = await open('plays', { size: 'landscape' })
  await card(page, 'Tube 1').click()
  await expect(page.getByRole('button', { name: 'Pause' })).toAppear()
  const { height, covered } = await frameOf(page)
  expect([height >= 200, covered]).toEqual([true, []])
  await page.goBack()
  await expect(page.locator('iframe')).toGo()
  await expect(page.getByRole('region', { name: /^Mini-player/ })).toGo()
})
