import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { makeTvChannel } from '../television.ts'
import { actCompletely, openCompletely } from './open-completely.ts'
import { demoPerson } from './demo.ts'
import { connect, site } from './product.ts'
import { visitors, type VisitOptions } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const group = 'Already on'
/** A host other than the site's. */
const otherHost = 'tv.elsewhere.example'
let db: Db
let near: Awaited<ReturnType<typeof makeTvChannel>>
let far: typeof near

beforeAll(async () => {
  db = connect()
  const stream = (origin: string) => `${origin}/media/demo/tv/nova/live.m3u8`
  const programmes = [['Near now', -20, 300]] as const
  near = await makeTvChannel(db, { name: 'Near TV', groups: [group], stream_url: stream(site.url) }, programmes)
  // Another channel on the site's own host, so that zapping stays on this host.
  await makeTvChannel(db, { name: 'Next TV', groups: [group], stream_url: stream(site.url) }, programmes)
  far = await makeTvChannel(db, { name: 'Far TV', groups: [group], stream_url: stream(`https://${otherHost}`) }, [['Far now', -20, 300]])
})
afterAll(() => db.destroy())

const viewers = ['guest', 'user'] as const

/** Opens the home page in a browser that has stored these player settings. */
async function open(viewer: (typeof viewers)[number], player: object, options: VisitOptions = {}): Promise<Page> {
  const { browserStorage } = viewer === 'user' ? await demoPerson('rita') : { browserStorage: {} }
  const page = await visit({ moves: true, ...options, browserStorage: { ...browserStorage, player: JSON.stringify(player) } })
  return page
}
const screenOf = (page: Page) => page.locator('[data-on]')
/** A page is complete after this time without requests, in ms. */
const quietMs = 250
/** Opens the home page, and waits until its idle work, such as loading code for streams, is done. The home page plays no video yet. */
async function openWithoutMotion(page: Page): Promise<void> {
  await openCompletely(page, '/en/', quietMs)
  // Runs after the page's own idle callbacks, because browsers run them in order.
  await actCompletely(page, () => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve))), quietMs)
  expect(await page.locator('video').count()).toBe(0)
}
const welcome = (page: Page) => page.getByRole('region', { name: 'Your own television' })

test.for(viewers)('the home begins with the last watched TV channel, playing without sound: %s', async (viewer) => {
  const page = await open(viewer, { channel: near.id }, { path: '/en/' })
  await expect(screenOf(page)).toAppear()
  await expect(screenOf(page).getByText('Near now')).toAppear()
  const film = () =>
    page.evaluate(() => {
      const [video, ...others] = document.querySelectorAll('video')
      return { isMuted: video?.muted, isPlaying: (video?.currentTime ?? 0) > 0 && !video?.paused, others: others.length }
    })
  await expect.poll(film, { timeout: 30_000 }).toEqual({ isMuted: true, isPlaying: true, others: 0 })
  // The picture fills the width of the window, and no introduction is shown.
  const { x, width } = (await screenOf(page).boundingBox())!
  expect([x, width]).toEqual([0, 390])
  expect(await welcome(page).count()).toBe(0)
  // The arrows change the channel in place, and a press opens the player.
  await screenOf(page)
    .getByRole('button', { name: textsIn('en').tvWatching('zap.keys.next') })
    .click()
  await expect.poll(() => screenOf(page).getAttribute('data-on')).not.toBe(near.id)
  await screenOf(page).getByRole('link').click()
  await expect(page.getByRole('dialog', { name: /^Player/ })).toAppear()
})

test.for(
  viewers.flatMap((viewer) =>
    (
      [
        ['reduced motion', { moves: false }],
        ['a data saver', { moves: true }],
        ['a stream of another host', { moves: true }],
      ] as const
    ).map(([condition, options]) => [condition, viewer, options] as const),
  ),
)('%s leaves a still picture: %s', async ([condition, viewer, options]) => {
  const page = await open(viewer, { channel: condition === 'a stream of another host' ? far.id : near.id }, options)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  if (condition === 'a data saver')
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await openWithoutMotion(page)
  await expect(screenOf(page)).toAppear()
  expect(calls.filter((url) => url.includes(otherHost))).toEqual([])
})

test.for(viewers)('a stream of another host plays once the viewer allows it: %s', async (viewer) => {
  const page = await open(viewer, { channel: far.id, allowed: [otherHost] })
  const streamRequest = page.waitForRequest((request) => request.url().includes(otherHost))
  await page.route(`https://${otherHost}/**`, (route) => route.fulfill({ status: 204 }))
  await page.goto('/en/')
  await expect(screenOf(page)).toAppear()
  await streamRequest
})

test.for(
  viewers.flatMap((viewer) =>
    (
      [
        ['the setting is off', () => ({ channel: near.id, startsOn: false })],
        ['nothing was watched yet', () => ({})],
        ['the channel is gone', () => ({ channel: 'Gone0000000' })],
      ] as const
    ).map(([condition, player]) => [condition, viewer, player] as const),
  ),
)('no stream plays if %s: %s', async ([, viewer, player]) => {
  const page = await open(viewer, player(), { moves: false, expected: /404/ })
  await openWithoutMotion(page)
  if (viewer === 'guest') await expect(welcome(page)).toAppear()
  else await expect(page.getByRole('main').getByRole('link').first()).toAppear()
  expect(await screenOf(page).count()).toBe(0)
})

test('a guest’s watching is stored, and can be turned off in the settings', async () => {
  const page = await visit({ path: `/en/tiers?channel=${near.id}` })
  await page
    .getByRole('main')
    .getByRole('link', { name: textsIn('en').guide('live.watch') })
    .first()
    .click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('player') ?? ''), { timeout: 30_000 }).toContain(near.id)
  await page.goto('/en/')
  await expect(screenOf(page)).toAppear()
  await page.goto('/en/settings')
  await page.getByRole('switch', { name: textsIn('en').tvWatching('start.setting') }).click()
  await page.goto('/en/')
  await expect(welcome(page)).toAppear()
  expect(await screenOf(page).count()).toBe(0)
})
