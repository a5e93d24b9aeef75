import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { describeBar, makeChannel, makeGroup } from '../channels.ts'
import type { Client } from '../serve.ts'
import { newUser } from './accounts.ts'
import { axeViolations } from './axe.ts'
import { createFinger, startDragging, waitForDrag, waitForDrop, waitForRender } from './gestures.ts'
import { visitors } from './visitors.ts'

const visit = visitors()

let client: Client
let browserStorage: Record<string, string>
const readBar = () => describeBar(client)

async function addVideos(playlistId: string, name: string, count: number): Promise<void> {
  const videos = Array.from({ length: count }, (_, index) => ({
    src: `https://films.test/${name}/${index}.mp4`,
    title: `${name} ${index + 1}`,
    description: '',
    image: '',
  }))
  const { id } = await client(channelsContract.createSeries, { body: { playlist_id: playlistId, name, videos: videos.slice(0, 50) } })
  for (let from = 50; from < count; from += 50)
    await client(channelsContract.addVideos, { params: { id }, body: { videos: videos.slice(from, from + 50) } })
}

beforeAll(async () => {
  const person = await newUser()
  client = person.client
  browserStorage = { ...person.browserStorage, canceled_enter_fields_modal: 'true', fill_window: 'true' }
  const make = async (name: string, fields: Parameters<typeof makeChannel>[1] = {}) =>
    (await makeChannel(client, { name, status_id: 1, ...fields })).id
  await make('Lark', { is_left: true })
  await make('Pike', { status_id: 3 })
  await makeGroup(client, [await make('Xema'), await make('Yak')], { name: 'Zoo' })
  const ant = await make('Ant')
  const bee = await make('Bee')
  await make('Cat')
  await addVideos(ant, 'Apple', 3)
  await addVideos(bee, 'Berry', 2)
})

const initialOrder = 'left Lark1l | groups Zoo(Xema1 Yak1) | other Ant1 Bee1 Cat1 | public Pike3'
const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text, { exact: true })
const announcements = (page: Page) => () => page.locator('output').allTextContents()
const videosOf = async (name: string) => {
  const { other } = await client(channelsContract.listMyPlaylists, {})
  const { series } = await client(channelsContract.getPlaylist, { params: { id: other.find((item) => item.name === name)!.id } })
  return series.flatMap(({ videos }) => videos.map(({ title }) => title)).join(', ')
}

async function undo(page: Page): Promise<void> {
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await announcements(page)()).some((words) => words.startsWith('Undone: '))).toBe(true)
}

/** Drags an element before or after another, which may move aside. */
async function dragTo(page: Page, from: Locator, to: Locator, side: 'before' | 'behind'): Promise<void> {
  await startDragging(from)
  for (let turn = 0; turn < 3; turn++) {
    const { x, y, width } = (await to.boundingBox())!
    await page.mouse.move(x + width * (side === 'before' ? 0.08 : 0.92), y + 20, { steps: 6 })
    await waitForRender(page)
  }
}

const tile = (page: Page, name: string) => page.locator('[data-wall] a[data-stop]').filter({ hasText: name })
const block = (page: Page, name: string) =>
  page.locator('[data-board-channel]').filter({ has: page.getByRole('link', { name, exact: true }) })
const blockName = (page: Page, name: string) => block(page, name).locator('a[data-stop]').first()
const smallCard = (page: Page, title: string) => page.locator('[data-card] > a').and(page.getByLabel(title, { exact: true }))

test('on wide screens the tiles themselves are dragged, between sections and groups, by mouse and keyboard', async () => {
  const page = await visit({ path: '/en/my-playlists', size: 'desktop', browserStorage })
  await page.getByRole('button', { name: 'Arrange channels' }).click()
  await expect(tile(page, 'Ant')).toAppear()
  expect(await axeViolations(page)).toEqual([])
  await dragTo(page, tile(page, 'Ant'), tile(page, 'Cat'), 'behind')
  await page.mouse.up()
  await expect.poll(readBar).toContain('other Bee1 Cat1 Ant1')
  await waitForDrop(page)
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)
  await dragTo(page, tile(page, 'Bee'), tile(page, 'Yak'), 'before')
  await page.mouse.up()
  await expect(toast(page, '“Bee” is in the group')).toAppear()
  await expect.poll(readBar).toContain('Zoo(Xema1 Bee1 Yak1)')
  await waitForDrop(page)
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)

  await tile(page, 'Cat').focus()
  await page.keyboard.press('Space')
  await expect.poll(announcements(page)).toContain('Cat picked up. Arrow keys: move. Space: drop. Escape: put back.')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect.poll(readBar).toContain('other Ant1 Cat1 Bee1')
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)
  // A press opens the menu, and Done ends edit mode.
  await tile(page, 'Cat').click()
  await expect(page.getByRole('menu')).toAppear()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toDisappear()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.locator('[data-wall]').first()).toDisappear()
})

test('the board opens by its key, moves videos and channels, and closes by Escape', async () => {
  const page = await visit({ path: '/en/my-playlists', size: 'desktop', browserStorage })
  await expect(page.getByRole('button', { name: 'Arrange channels' })).toAppear()
  await expect
    .poll(async () => {
      await page.keyboard.press('a')
      return new URL(page.url()).searchParams.get('view')
    })
    .toBe('board')
  await expect(smallCard(page, 'Apple 1')).toAppear()
  await expect(smallCard(page, 'Berry 1')).toAppear()
  expect(await axeViolations(page)).toEqual([])

  await startDragging(smallCard(page, 'Apple 1'))
  const last = (await smallCard(page, 'Berry 2').boundingBox())!
  await page.mouse.move(last.x + last.width * 1.6, last.y + 24, { steps: 8 })
  await waitForRender(page)
  await page.mouse.up()
  await expect.poll(() => videosOf('Bee')).toBe('Berry 1, Berry 2, Apple 1')
  await waitForDrop(page)
  await undo(page)
  await expect.poll(() => videosOf('Ant')).toBe('Apple 1, Apple 2, Apple 3')
  // Dropping on a channel's name adds to the channel's end.
  await startDragging(smallCard(page, 'Apple 3'))
  const { x, y } = (await blockName(page, 'Bee').boundingBox())!
  await page.mouse.move(x + 60, y + 22, { steps: 8 })
  await waitForRender(page)
  await page.mouse.up()
  await expect.poll(() => videosOf('Ant')).toBe('Apple 1, Apple 2')
  await waitForDrop(page)
  await undo(page)
  await expect.poll(() => videosOf('Ant')).toBe('Apple 1, Apple 2, Apple 3')

  await dragTo(page, blockName(page, 'Cat'), block(page, 'Lark'), 'behind')
  await page.mouse.up()
  await expect.poll(readBar).toContain('left Lark1l Cat1l |')
  await waitForDrop(page)
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)

  // By keyboard, Space lifts and drops a card. Escape first puts a lifted card back, then leaves the board.
  await smallCard(page, 'Apple 1').focus()
  await page.keyboard.press('Space')
  await waitForDrag(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect.poll(() => videosOf('Ant')).toBe('Apple 2, Apple 1, Apple 3')
  await undo(page)
  await expect.poll(() => videosOf('Ant')).toBe('Apple 1, Apple 2, Apple 3')
  await smallCard(page, 'Apple 2').focus()
  await page.keyboard.press('Space')
  await waitForDrag(page)
  await page.keyboard.press('Escape')
  await waitForDrag(page, 'detached')
  expect(new URL(page.url()).searchParams.get('view')).toBe('board')
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe(null)
})

test('on a phone: fingers drag on the board; pinching opens it and spreading leaves it', async () => {
  const page = await visit({ path: '/nl/my-playlists', size: 'phone', language: 'nl', browserStorage })
  await expect(page.locator('[data-own-bar] [data-stop]').filter({ hasText: 'Ant' })).toAppear()
  const session = await page.context().newCDPSession(page)
  const fingers = async (from: number, to: number) => {
    const fingersApart = (apart: number) => [-1, 1].map((side, id) => ({ x: 195 + (side * apart) / 2, y: 420, id }))
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingersApart(from) })
    for (const step of [0.25, 0.5, 0.75, 1])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingersApart(from + (to - from) * step) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await expect
    .poll(async () => {
      await fingers(300, 80)
      return new URL(page.url()).searchParams.get('view')
    })
    .toBe('board')
  await blockName(page, 'Ant').scrollIntoViewIfNeeded()
  await expect(smallCard(page, 'Apple 1')).toAppear()
  const touch = await createFinger(page)
  await touch.down(smallCard(page, 'Apple 1'))
  await waitForDrag(page)
  await touch.by(90, 0)
  await touch.up()
  await expect.poll(() => videosOf('Ant')).toBe('Apple 2, Apple 1, Apple 3')
  await page.locator('[data-toasts]').getByRole('button', { name: 'Ongedaan maken' }).tap()
  await expect.poll(() => videosOf('Ant')).toBe('Apple 1, Apple 2, Apple 3')
  await fingers(80, 300)
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe(null)
})

test('the board renders a bounded part of 60 channels and a row of 1,000 videos', { timeout: 120_000 }, async () => {
  const person = await newUser()
  const before = client
  client = person.client
  try {
    const { id } = await makeChannel(client, { name: 'Thousand', status_id: 1 })
    await addVideos(id, 'Many', 1000)
    for (let index = 0; index < 60; index++) await makeChannel(client, { name: `Other ${index}`, status_id: 1 })
    const page = await visit({
      path: '/en/my-playlists?view=board',
      size: 'desktop',
      browserStorage: { ...person.browserStorage, canceled_enter_fields_modal: 'true', fill_window: 'true' },
    })
    await expect(smallCard(page, 'Many 1')).toAppear()
    await expect.poll(() => page.locator('[data-board-channel]').count()).toBe(63)
    expect(await page.locator('[data-card]').count()).toBeLessThan(60)
    const track = block(page, 'Thousand').locator('[data-row]')
    // Scrolls repeatedly, because the row gets longer as it measures its pictures.
    await expect
      .poll(async () => {
        await track.evaluate((row) => row.scrollTo({ left: row.scrollWidth }))
        return smallCard(page, 'Many 1000').count()
      })
      .toBe(1)
    expect(await page.locator('[data-card]').count()).toBeLessThan(60)
  } finally {
    client = before
  }
})

test('guests are asked to log in for the board', async () => {
  const page = await visit({ path: '/en/my-playlists?view=board' })
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' }).first()).toAppear()
})
