import type { Locator, Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { describeBar, makeChannel, makeGroup } from '../channels.ts'
import type { Client } from '../serve.ts'
import { newUser } from './accounts.ts'
import { demoPerson, makeChannel as makeFilled } from './demo.ts'
import { waitForCode, waitForDrag, createFinger, waitForDrop, waitForRender, selectFirst, startDragging } from './gestures.ts'
import { visitors } from './visitors.ts'

const visit = visitors()

let client: Client
let browserStorage: Record<string, string>
const readBar = () => describeBar(client)

beforeAll(async () => {
  const person = await newUser()
  client = person.client
  browserStorage = { ...person.browserStorage, canceled_enter_fields_modal: 'true', fill_window: 'true' }
})

beforeEach(async () => {
  const { other, groups } = await client(channelsContract.listMyPlaylists, {})
  for (const { id } of groups) await client(channelsContract.deleteGroup, { params: { id } })
  for (const { id } of other) await client(channelsContract.deletePlaylist, { params: { id } })
  for (const name of ['Ant', 'Bee', 'Cat']) await makeChannel(client, { name, status_id: 1 })
})

async function open(): Promise<Page> {
  const page = await visit({ path: '/en/my-playlists', browserStorage })
  await expect(disc(page, 'Cat')).toAppear()
  return page
}
const disc = (page: Page, name: string) =>
  page.locator('[data-own-bar] [data-stop]').filter({ hasText: new RegExp(`(^|[^a-z]|Selected)${name}$`) })
const selected = (page: Page) => page.getByRole('region', { name: 'Selected', exact: true })
const isDragged = (page: Page) => async () => (await page.locator('html[data-dragging]').count()) > 0
const hasMenu = (page: Page) => async () => (await page.getByRole('menu').count()) > 0

/** Returns a point on a disc: its middle, or its right edge, where a drop inserts after the disc. */
async function pointOn(locator: Locator, side: 'onto' | 'behind') {
  const { x, y, width } = (await locator.boundingBox())!
  return { x: x + width * { onto: 0.5, behind: 0.94 }[side], y: y + 30 }
}

test('on a phone an unsteady finger selects by a hold, opens the menu by a longer one, and drags', async () => {
  const page = await open()
  const touch = await createFinger(page)
  await waitForCode(page, 'user', 'source')
  const tremble = async (name: string, until: () => Promise<boolean>) => {
    // Scrolls so that all three discs are in view, away from the edges where a drag would scroll.
    await disc(page, 'Bee').evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }))
    await waitForRender(page)
    await touch.down(disc(page, name))
    await touch.tremble(until)
  }
  await tremble('Ant', isDragged(page))
  await touch.up()
  await expect(selected(page).getByText('1 selected')).toAppear()
  await selected(page).getByRole('button', { name: 'Clear selection' }).tap()
  await expect(selected(page)).toDisappear()

  await tremble('Ant', isDragged(page))
  await touch.by(30, 0)
  for (let turn = 0; turn < 2; turn++) await touch.to(await pointOn(disc(page, 'Bee'), 'behind'))
  await touch.up()
  await expect.poll(readBar).toContain('other Bee1 Ant1 Cat1')
  await waitForDrop(page)

  await tremble('Bee', hasMenu(page))
  await touch.up()
  await expect(page.getByRole('menu')).toAppear()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toDisappear()
  await tremble('Bee', hasMenu(page))
  await touch.by(24, 0)
  await waitForDrag(page)
  await expect(page.getByRole('menu')).toDisappear()
  expect(await page.locator('[data-toasts]').evaluate((host) => getComputedStyle(host).visibility)).toBe('hidden')
  for (let turn = 0; turn < 2; turn++) await touch.to(await pointOn(disc(page, 'Ant'), 'behind'))
  await touch.up()
  await expect.poll(readBar).toContain('other Ant1 Bee1 Cat1')
})

test('an unsteady finger opens the menu of videos and rows by a hold, and drags them in edit mode', async ({ onTestFinished }) => {
  const noor = await demoPerson('noor')
  const id = await makeFilled('noor', `Trembles ${Date.now()}`, { One: 3, Two: 1 })
  onTestFinished(() => void noor.client(channelsContract.deletePlaylist, { params: { id } }))
  const page = await visit({
    path: `/en/my-playlists?playlist=${id}`,
    browserStorage: { ...noor.browserStorage, canceled_enter_fields_modal: 'true' },
  })
  const touch = await createFinger(page)
  const card = (title: string) => page.locator('[data-card] > a').filter({ hasText: title })
  await expect(card('One 3')).toAppear()
  await touch.down(card('One 1'))
  await touch.tremble(hasMenu(page))
  await touch.up()
  await expect(page.getByRole('menu')).toAppear()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toDisappear()

  await page.getByRole('button', { name: 'Arrange', exact: true }).click()
  await touch.down(card('One 1'))
  await touch.tremble(isDragged(page))
  await touch.moveTo(card('One 2'))
  await touch.up()
  const rows = async () => {
    const { series } = await noor.client(channelsContract.getPlaylist, { params: { id } })
    return series.map(({ name, videos }) => `${name}: ${videos.map(({ title }) => title.replace(`${name} `, '')).join(' ')}`)
  }
  await expect.poll(rows).toEqual(['One: 2 1 3', 'Two: 1'])
  await waitForDrop(page)
  // The grip lifts a row at once, and an unsteady finger doesn't drop it.
  await touch.down(page.locator('[data-grip]').last())
  await touch.tremble(isDragged(page))
  await touch.moveTo(page.getByRole('heading', { name: 'One', exact: true }))
  await touch.up()
  await expect.poll(rows).toEqual(['Two: 1', 'One: 2 1 3'])
})

test('a selection ends with its action, and when a group hides it', async () => {
  const page = await open()
  await selectFirst(disc(page, 'Ant'))
  await startDragging(disc(page, 'Bee'), { x: 8, y: 2 })
  for (let turn = 0; turn < 4; turn++) {
    const { x, y } = await pointOn(disc(page, 'Ant'), 'onto')
    await page.mouse.move(x, y, { steps: 6 })
    await waitForRender(page)
  }
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Both')
  await dialog.getByRole('button', { name: 'Make group' }).click()
  await expect.poll(readBar).toContain('Both(Ant1 Bee1)')
  await expect(dialog).toDisappear()
  await expect(selected(page)).toDisappear()
  const cat = (await client(channelsContract.listMyPlaylists, {})).other.find(({ name }) => name === 'Cat')!
  await selectFirst(disc(page, 'Cat'))
  await makeGroup(client, [cat.id], { name: 'Elsewhere' })
  await expect(disc(page, 'Elsewhere')).toAppear()
  await expect(selected(page)).toDisappear()
})
