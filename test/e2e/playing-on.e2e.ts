import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { axeViolations } from './axe.ts'
import { demoPerson } from './demo.ts'
import { waitForDrag, createFinger, middleOf, settledPoint, startDragging } from './gestures.ts'
import { seconds } from './playing.ts'
import { type VisitOptions, visitors } from './visitors.ts'
import { site } from './product.ts'

const { fixturesUrl } = site
const visit = visitors()

interface Film {
  src: string
  title: string
  description?: string
  image?: string
}
const film = (title: string, more: Partial<Film> = {}): Film => ({ src: `${fixturesUrl}/clips/meadow.mp4?${title}`, title, ...more })

/** Opens a user's channel of videos. None plays yet. */
async function open(films: readonly Film[], visitor: VisitOptions = {}, prepare?: (page: Page) => Promise<unknown>) {
  const { client, browserStorage } = await demoPerson('noor')
  const { id } = await client(channelsContract.createPlaylist, { body: { name: 'Evening', status_id: 1 } })
  // Runs after the pages were closed, so that they don't request deleted things.
  onTestFinished(async () => void (await client(channelsContract.deletePlaylist, { params: { id } })))
  await client(channelsContract.createSeries, { body: { playlist_id: id, name: 'All', videos: [...films] } })
  const page = await visit({ ...visitor, browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' } })
  await prepare?.(page)
  const views: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.startsWith('/api/view')) views.push(pathname)
  })
  await page.goto(`/${visitor.language ?? 'en'}/my-playlists?playlist=${id}`)
  return { page, views, id }
}
const card = (page: Page, title: string) => page.locator('[data-card] > a').filter({ hasText: title })

test('a video that never loads counts no view, regardless of how often it is started; one that plays counts once', async () => {
  const never = film('Never')
  const { page, views } = await open([never, film('Meadow')], {}, (page) => page.route('**/*Never', () => undefined))
  await card(page, 'Never').click()
  const player = page.getByRole('dialog', { name: 'Player: Never' })
  await expect(player.locator('video')).toAppear()
  // Playing ends the paused state, although no data arrives.
  await player.locator('video').evaluate((media: HTMLVideoElement) => void media.play().catch(() => {}))
  // The message shows after a long wait.
  await expect(player.getByText('The stream is slow.', { exact: false })).toAppear()
  expect(views).toEqual([])
  await player.getByRole('button', { name: 'Next: Meadow' }).click()
  await expect(page).toPlay()
  await expect.poll(() => views.filter((path) => path === '/api/view/start')).toHaveLength(1)
  expect(views.filter((path) => path === '/api/view')).toHaveLength(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  expect(views.filter((path) => path === '/api/view/start')).toHaveLength(1)
})

/** Records the page's media session handlers, so that tests can call them as the system would. */
const listenAsSystem = (page: Page) =>
  page.addInitScript(() => {
    const handlers = new Map<string, ((details: object) => void) | null>()
    const positions: (MediaPositionState | undefined)[] = []
    Object.assign(window, { system: { handlers, positions } })
    const session = navigator.mediaSession
    session.setActionHandler = (action, handler) => void handlers.set(action, handler as (details: object) => void)
    session.setPositionState = (state) => void positions.push(state)
  })
interface System {
  handlers: Map<string, ((details: object) => void) | null>
  positions: (MediaPositionState | undefined)[]
}
const press = (page: Page, action: MediaSessionAction, details: object = {}) =>
  page.evaluate(([action, details]) => (window as unknown as { system: System }).system.handlers.get(action)!({ action, ...details }), [
    action,
    details,
  ] as const)
const offered = (page: Page) =>
  page.evaluate(() =>
    [...(window as unknown as { system: System }).system.handlers].flatMap(([action, handler]) => (handler ? [action] : [])),
  )
const shownBySystem = (page: Page) =>
  page.evaluate(() => {
    const { metadata, playbackState } = navigator.mediaSession
    return (
      metadata && {
        title: metadata.title,
        artist: metadata.artist,
        album: metadata.album,
        sizes: metadata.artwork.map(({ sizes }) => sizes),
        playbackState,
      }
    )
  })

test('a lock screen shows title, channel, chapter and picture, and controls the player', async () => {
  const description = '0:00 Dawn\n0:06 Noon\n0:12 Dusk'
  const films = [film('Meadow', { description, image: `${fixturesUrl}/poster.png` }), film('Second'), film('Third')]
  const { page } = await open(films, {}, listenAsSystem)
  await card(page, 'Meadow').click()
  await expect(page).toPlay()
  expect(await shownBySystem(page)).toEqual({
    title: 'Meadow',
    artist: 'Evening',
    album: 'Dawn',
    sizes: ['160x107', '300x200'],
    playbackState: 'playing',
  })
  const actions = ['nexttrack', 'pause', 'play', 'seekbackward', 'seekforward', 'seekto', 'stop']
  expect((await offered(page)).toSorted()).toEqual(actions)
  await press(page, 'pause')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toAppear()
  expect((await shownBySystem(page))?.playbackState).toBe('paused')
  // Pausing again has no effect.
  await press(page, 'pause')
  await press(page, 'seekto', { seekTime: 7 })
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(7)
  await expect.poll(async () => (await shownBySystem(page))?.album).toBe('Noon')
  await press(page, 'seekforward', { seekOffset: 5 })
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(12)
  await press(page, 'seekbackward', { seekOffset: 11 })
  await expect.poll(() => seconds(page)).toBeLessThan(3)
  await press(page, 'play')
  await expect(page).toPlay()
  const reportedPosition = await page.evaluate(() => (window as unknown as { system: System }).system.positions.at(-1))
  expect(reportedPosition).toMatchObject({ duration: expect.closeTo(15.8, 0), playbackRate: 1 })
  await press(page, 'nexttrack')
  await expect(page.getByRole('dialog', { name: 'Player: Second' })).toAppear()
  await expect(page).toPlay()
  expect(await shownBySystem(page)).toMatchObject({ title: 'Second', album: 'All', sizes: [] })
  expect((await offered(page)).toSorted()).toEqual([...actions, 'previoustrack'].toSorted())
  await press(page, 'previoustrack')
  await expect(page.getByRole('dialog', { name: 'Player: Meadow' })).toAppear()
  await expect(page).toPlay()
  await press(page, 'stop')
  await expect(page.locator('video')).toDisappear()
  expect(await shownBySystem(page)).toBeNull()
  expect(await offered(page)).toEqual([])
})

test('the speed also applies to the next video', async () => {
  const { page } = await open([film('First'), film('Second')])
  await card(page, 'First').click()
  await expect(page).toPlay()
  await page.getByRole('button', { name: 'Speed, 1×' }).click()
  await page.getByRole('menuitemradio', { name: '1.5×' }).click()
  await page.getByRole('button', { name: 'Next: Second' }).click()
  await expect(page.getByRole('dialog', { name: 'Player: Second' })).toAppear()
  await expect(page).toPlay()
  const rate = () => page.locator('video').evaluate((media: HTMLVideoElement) => media.playbackRate)
  await expect.poll(rate).toBe(1.5)
  await page.reload()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
  await expect.poll(rate).toBe(1.5)
})

test('? lists the keys of the player and of its queue', async () => {
  const { page } = await open([film('First')], { size: 'desktop', language: 'nl' })
  await expect(card(page, 'First')).toAppear()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Sneltoetsen' })
  for (const row of ['Afspelen of pauzeren', 'Willekeurige volgorde', 'Op het handvat: oppakken of neerzetten', 'Uit de wachtrij halen'])
    await expect(list.getByText(row, { exact: true }).first()).toAppear()
  expect(await axeViolations(page)).toEqual([])
})

/** Makes the second and third video of a channel related videos of the first. */
async function relateVideos(playlistId: string) {
  const { client } = await demoPerson('noor')
  const { series } = await client(channelsContract.getPlaylist, { params: { id: playlistId } })
  const [first, ...others] = series[0]!.videos
  for (const { id } of others)
    await client(channelsContract.addRelatedVideo, { params: { playlistId }, body: { video_id: first!.id, related_video_id: id } })
}

test.for(['desktop', 'phone'] as const)('on a %s related videos are reordered by their grips', async (size) => {
  const { page, id } = await open([film('First'), film('Second'), film('Third')], { language: 'nl', size })
  await relateVideos(id)
  await page.reload()
  await page.getByRole('button', { name: 'Acties voor First' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Gerelateerde video’s' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gerelateerd aan “First”' })
  const items = dialog.getByRole('list', { name: 'Gerelateerde video’s, op volgorde' }).getByRole('listitem')
  const order = async () => (await items.allInnerTexts()).map((words) => words.match(/Second|Third/)?.[0])
  await expect.poll(order).toEqual(['Second', 'Third'])
  const grip = dialog.getByRole('button', { name: 'Third verplaatsen' })
  const from = await settledPoint(grip)
  const to = await middleOf(items.first())
  if (size === 'desktop') {
    await startDragging(grip, { x: 0, y: -10 })
    await page.mouse.move(to.x, to.y - 12, { steps: 8 })
    await page.mouse.up()
  } else {
    const touch = await createFinger(page)
    await touch.pressAt(from)
    await touch.by(0, -10)
    await waitForDrag(page)
    await touch.to({ x: from.x, y: to.y - 12 })
    await touch.up()
  }
  await expect.poll(order).toEqual(['Third', 'Second'])
  expect(await axeViolations(page)).toEqual([])
})

test('related videos are expanded below the player; on wide screens beside it, until closed', async () => {
  const { page, id } = await open([film('First'), film('Second'), film('Third')], { language: 'nl' })
  await relateVideos(id)
  await page.reload()
  await card(page, 'First').click()
  await expect(page).toPlay()
  const list = page.getByRole('region', { name: 'Gerelateerde video’s' })
  await expect
    .poll(() => list.getByRole('link').allTextContents())
    .toEqual([expect.stringContaining('Second'), expect.stringContaining('Third')])
  expect(await page.getByRole('button', { name: 'Gerelateerde video’s' }).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])

  // In a wide window, the video gets narrower, and the panel doesn't cover it.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => {
    localStorage.setItem('fill_window', 'true')
    dispatchEvent(new StorageEvent('storage', { key: 'fill_window', newValue: 'true' }))
  })
  const overlapPx = async () => {
    const [picture, panel] = await Promise.all([page.locator('[data-stage]').first().boundingBox(), list.boundingBox()])
    return picture && panel ? picture.x + picture.width - panel.x : Infinity
  }
  await expect.poll(overlapPx).toBeLessThanOrEqual(0.5)
  await list.getByRole('button', { name: /sluiten/ }).click()
  await expect(list).toDisappear()
  await page.mouse.move(400, 400)
  const button = page.getByRole('button', { name: 'Gerelateerde video’s' })
  await button.click()
  await list.getByRole('link', { name: /Third/ }).click()
  await expect(page.getByRole('dialog', { name: 'Speler: Third' })).toAppear()
})
