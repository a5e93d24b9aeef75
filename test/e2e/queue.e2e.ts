import type { Locator, Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson } from './demo.ts'
import { waitForDrag, createFinger, middleOf, startDragging } from './gestures.ts'
import { goToResults, type VisitOptions, visitors } from './visitors.ts'
import { site } from './product.ts'

const { fixturesUrl } = site
const visit = visitors()
const film = (title: string) => ({ src: `${fixturesUrl}/clips/meadow.mp4?${title}`, title })

let channelId: string
let otherId: string

beforeEach(async ({ onTestFinished }) => {
  const { client } = await demoPerson('noor')
  const make = async (name: string, titles: readonly string[]) => {
    const { id } = await client(channelsContract.createPlaylist, { body: { name, status_id: 1 } })
    await client(channelsContract.createSeries, { body: { playlist_id: id, name: 'All', videos: titles.map(film) } })
    // Runs after the pages were closed, so that they don't request deleted things.
    onTestFinished(async () => void (await client(channelsContract.deletePlaylist, { params: { id } })))
    return id
  }
  channelId = await make('Line', ['Alpha', 'Bravo', 'Charlie', 'Delta'])
  otherId = await make('Aside', ['Echo', 'Foxtrot'])
})

async function open(visitor: VisitOptions = {}, id = channelId): Promise<Page> {
  const { browserStorage } = await demoPerson('noor')
  const page = await visit({
    path: `/en/my-playlists?playlist=${id}`,
    ...visitor,
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true', ...visitor.browserStorage },
  })
  await expect(card(page, id === channelId ? 'Alpha' : 'Echo')).toAppear()
  return page
}
const card = (page: Page, title: string) => page.locator('[data-card] > a').filter({ hasText: title })
const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)
const disc = (page: Page, name: string) => page.locator('nav[data-row]').getByRole('link', { name, exact: true })
const mini = (page: Page) => page.getByRole('region', { name: /^Mini-player/ })
const row = (page: Page, title: string) => page.locator('[data-queued]').filter({ hasText: title })
const grip = (page: Page, title: string) => page.getByRole('button', { name: `Move ${title}`, exact: true })
/** Returns the titles in the queue's list. */
const queueTitles = async (page: Page) =>
  (await page.locator('[data-queued] [data-choose]').allInnerTexts()).map((words) => words.match(/[A-Z][a-z]+/)![0])

/** Opens the full player with Alpha, and the other videos in the queue. Paused, because Alpha would end during the test. */
async function play(page: Page) {
  await card(page, 'Alpha').click()
  await expect(page).toPlay()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => queueTitles(page)).toEqual(['Bravo', 'Charlie', 'Delta'])
}
async function dock(page: Page) {
  await page.getByRole('button', { name: 'Keep playing in the mini-player' }).click()
  await expect(mini(page)).toAppear()
}
/** Opens the menu of an element by mouse, and chooses an action. */
async function choose(page: Page, locator: Locator, action: string) {
  await locator.click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('reorders the queue by mouse and keys, and undoes a removal', async () => {
  const page = await open({ size: 'desktop' })
  await play(page)
  await startDragging(grip(page, 'Delta'), { x: 0, y: -12 })
  const to = await middleOf(row(page, 'Bravo'))
  await page.mouse.move(to.x, to.y - 10, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => queueTitles(page)).toEqual(['Delta', 'Bravo', 'Charlie'])

  await grip(page, 'Delta').focus()
  await page.keyboard.press('Space')
  await waitForDrag(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(() => queueTitles(page)).toEqual(['Bravo', 'Charlie', 'Delta'])
  await expect(grip(page, 'Delta')).toHaveFocus()

  await row(page, 'Charlie').locator('[data-choose]').focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => queueTitles(page)).toEqual(['Bravo', 'Delta'])
  await toast(page, '“Charlie” removed from the queue').locator('..').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => queueTitles(page)).toEqual(['Bravo', 'Charlie', 'Delta'])
  expect(await axeViolationsInBothThemes(page)).toEqual([])
})

test('a finger on a grip drags without scrolling', async () => {
  const page = await open()
  await play(page)
  const touch = await createFinger(page)
  await touch.down(grip(page, 'Delta'))
  await touch.by(0, -16)
  await waitForDrag(page)
  const { y } = (await row(page, 'Delta').first().boundingBox())!
  await touch.moveTo(row(page, 'Charlie').first())
  await touch.by(0, -14)
  await touch.up()
  await expect.poll(() => queueTitles(page)).toEqual(['Bravo', 'Delta', 'Charlie'])
  expect(y).toBeGreaterThan(0)
  await expect(page.getByRole('dialog', { name: 'Player: Alpha' })).toAppear()
})

test('after a reload, the mini-player keeps the queue and waits for a press', async () => {
  const page = await open({ size: 'desktop' })
  await play(page)
  await row(page, 'Delta').locator('[data-choose]').focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect.poll(() => queueTitles(page)).toEqual(['Bravo', 'Delta', 'Charlie'])
  await dock(page)
  await page.reload()
  await expect(mini(page)).toAppear()
  expect(await page.locator('video').count()).toBe(0)
  await mini(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => page.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0.2)
  await mini(page).getByRole('link').click()
  await expect(page.getByRole('dialog', { name: 'Player: Alpha' })).toAppear()
  await expect.poll(() => queueTitles(page)).toEqual(['Bravo', 'Delta', 'Charlie'])
})

test('a video paused in the mini-player plays when its card is pressed', async () => {
  const page = await open({ size: 'desktop' })
  await choose(page, card(page, 'Bravo'), 'Add to queue')
  await expect(mini(page)).toAppear()
  expect(await page.locator('video').count()).toBe(0)
  await card(page, 'Bravo').click()
  await expect(page.getByRole('dialog', { name: 'Player: Bravo' })).toAppear()
  await expect(page).toPlay()
})

test('Play next works from a menu, and for selected videos like Add to queue; both can be undone', async () => {
  const page = await open({ size: 'desktop' })
  await play(page)
  await dock(page)
  await choose(page, card(page, 'Delta'), 'Play next')
  await expect(toast(page, '“Delta” plays next')).toAppear()

  await disc(page, 'Aside').click()
  await card(page, 'Echo').click({ modifiers: ['Control'] })
  await card(page, 'Foxtrot').click({ modifiers: ['Control'] })
  const tools = page.getByRole('region', { name: 'Selected', exact: true })
  await tools.getByRole('button', { name: 'Play next' }).click()
  await expect(toast(page, '2 videos play next')).toAppear()
  await expect(tools).toDisappear()
  const queued = () => page.evaluate(() => (JSON.parse(sessionStorage.getItem('queue')!) as { items: { title: string }[] }).items)
  const titles = async () => (await queued()).map(({ title }) => title)
  await expect.poll(titles).toEqual(['Alpha', 'Echo', 'Foxtrot', 'Delta', 'Bravo', 'Charlie'])
  await page.keyboard.press('Control+z')
  await expect.poll(titles).toEqual(['Alpha', 'Delta', 'Bravo', 'Charlie'])

  await card(page, 'Echo').click({ modifiers: ['Control'] })
  await card(page, 'Foxtrot').click({ modifiers: ['Control'] })
  await tools.getByRole('button', { name: 'Queue' }).click()
  await expect.poll(titles).toEqual(['Alpha', 'Delta', 'Bravo', 'Charlie', 'Echo', 'Foxtrot'])
})

test('playback continues into another channel while the user is elsewhere', async () => {
  const page = await open({ size: 'desktop' }, otherId)
  await card(page, 'Foxtrot').click()
  await expect(page).toPlay()
  await dock(page)
  await disc(page, 'Line').click()
  await choose(page, card(page, 'Charlie'), 'Play next')
  await goToResults(page)
  await page.locator('video').evaluate((media: HTMLVideoElement) => void (media.currentTime = media.duration - 0.4))
  await expect(mini(page).getByText(/^Next in [1-5]$/)).toAppear()
  await expect(page.getByRole('region', { name: 'Mini-player: Charlie' })).toAppear()
  await expect.poll(() => page.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0.2)
  expect(new URL(page.url()).pathname).toBe('/en/search')
  await mini(page).getByRole('link').click()
  await expect(page.getByRole('dialog', { name: 'Player: Charlie' })).toAppear()
  await expect.poll(() => new URL(page.url()).searchParams.get('playlist')).toBe(channelId)
})

test('at the end of a video the next one plays: the first series after the banner, and none after the last video', async () => {
  const { client } = await demoPerson('noor')
  const banner = await client(channelsContract.createSeries, {
    body: { playlist_id: otherId, name: 'Opening', type: 'header', videos: [film('Golf')] },
  })
  expect(banner.type).toBe('header')
  const page = await visit({
    path: `/en/my-playlists?playlist=${otherId}&play=${banner.videos[0]!.id}`,
    size: 'desktop',
    browserStorage: { ...(await demoPerson('noor')).browserStorage, canceled_enter_fields_modal: 'true' },
  })
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const video = page.locator('video')
  const toEnd = () => video.evaluate((media: HTMLVideoElement) => void (media.currentTime = media.duration - 0.3))
  await expect(page).toPlay()
  await toEnd()
  await expect(page.getByText(/^Next in [1-5]: Echo$/)).toAppear()
  await expect(page.getByRole('dialog', { name: 'Player: Echo' })).toAppear()
  await expect(page).toPlay()
  await page.getByRole('button', { name: 'Next: Foxtrot' }).click()
  await expect(page.getByRole('dialog', { name: 'Player: Foxtrot' })).toAppear()
  await expect(page).toPlay()
  await toEnd()
  await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.ended)).toBe(true)
  await expect(page.getByRole('button', { name: 'Play again', exact: true })).toAppear()
  expect(await page.getByText(/^Next in/).count()).toBe(0)
})
