import type { Locator, Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { axeViolations } from './axe.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { waitForDrag, createFinger, waitForDrop, waitForRender, middleOf, startDragging } from './gestures.ts'
import { type VisitOptions, visitors } from './visitors.ts'

const visit = visitors()

let channelId: string
let otherId: string

beforeEach(async ({ onTestFinished }) => {
  const { client } = await demoPerson('noor')
  channelId = await makeChannel('noor', `Drags ${Date.now()}`, { One: 4, Two: 2, Three: 1 })
  otherId = await makeChannel('noor', 'Elsewhere', { Kept: 1 })
  onTestFinished(async () => {
    for (const id of [channelId, otherId]) await client(channelsContract.deletePlaylist, { params: { id } })
  })
})

async function open(visitor: VisitOptions = {}): Promise<Page> {
  const { browserStorage } = await demoPerson('noor')
  const path = `/en/my-playlists?playlist=${channelId}`
  const page = await visit({ path, ...visitor, browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' } })
  await expect(card(page, 'Three 1')).toAppear()
  await expect(page.getByRole('button', { name: 'Arrange' })).toAppear()
  return page
}
const card = (page: Page, title: string) => page.locator('[data-card] > a').filter({ hasText: new RegExp(`${title}(?!\\d)`) })
const head = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const disc = (page: Page, name: string) => page.locator('nav[data-row]').getByRole('link', { name, exact: true })
const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)

/** Returns the order on the server: `One: 1 2 3 4`. */
async function readStoredOrder(id = channelId): Promise<string[]> {
  const { client } = await demoPerson('noor')
  const { series } = await client(channelsContract.getPlaylist, { params: { id } })
  return series.map(({ name, videos }) => `${name}: ${videos.map(({ title }) => title.replace(`${name} `, '')).join(' ')}`)
}
const initialOrder = ['One: 1 2 3 4', 'Two: 1 2', 'Three: 1']

/** Lifts an element with the mouse and drags it onto another, without dropping it. */
async function dragTo(page: Page, from: Locator, to: Locator) {
  await startDragging(from)
  const end = await middleOf(to)
  await page.mouse.move(end.x, end.y, { steps: 8 })
  await waitForRender(page)
}

test('edit mode leaves the banner’s picture beside the channel’s name', async () => {
  const { client, browserStorage } = await demoPerson('marieke')
  const channels = await client(channelsContract.listMyPlaylists, {})
  const { id } = channels.public.find(({ name }) => name === 'Slow Waters')!
  const page = await visit({ path: `/en/my-playlists?playlist=${id}`, size: 'tablet', browserStorage })
  const picture = page.locator('[data-banner]')
  let place: Awaited<ReturnType<typeof picture.boundingBox>> = null
  // Finds it again, because data that arrives may replace the element.
  await expect.poll(async () => (place = await picture.boundingBox())).not.toBe(null)
  await page.getByRole('button', { name: 'Arrange' }).click()
  await expect(page.locator('[data-hint]')).toAppear()
  expect(await picture.boundingBox()).toEqual(place)
})

test('drags videos and rows by mouse, within a channel and to another, and undoes it', { tags: ['journey'] }, async () => {
  const page = await open({ size: 'desktop' })
  await dragTo(page, card(page, 'One 1'), card(page, 'One 3'))
  await page.mouse.up()
  await expect(toast(page, '“One 1” is now number 3')).toAppear()
  await expect.poll(() => readStoredOrder()).toEqual(['One: 2 3 1 4', 'Two: 1 2', 'Three: 1'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readStoredOrder()).toEqual(initialOrder)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => readStoredOrder()).toEqual(['One: 2 3 1 4', 'Two: 1 2', 'Three: 1'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readStoredOrder()).toEqual(initialOrder)

  await dragTo(page, card(page, 'One 2'), card(page, 'Two 1'))
  await page.mouse.up()
  await expect(toast(page, '“One 2” is now in Two')).toAppear()
  await expect.poll(() => readStoredOrder()).toEqual(['One: 1 3 4', 'Two: One 2 1 2', 'Three: 1'])
  // If no opening video was chosen, the first video in the row opens the series.
  await expect(card(page, 'One 2').getByText('Opener')).toAppear()
  await expect(card(page, 'Two 1').getByText('Opener')).toDisappear()
  await toast(page, '“One 2” is now in Two').locator('..').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => readStoredOrder()).toEqual(initialOrder)
  await expect(card(page, 'One 2')).toHaveFocus()

  await dragTo(page, card(page, 'One 4'), head(page, 'Two'))
  await expect(page.getByText('To Two', { exact: true })).toAppear()
  await page.mouse.up()
  await expect.poll(() => readStoredOrder()).toEqual(['One: 1 2 3', 'Two: 1 2 One 4', 'Three: 1'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readStoredOrder()).toEqual(initialOrder)
  await expect(card(page, 'One 4')).toHaveFocus()

  await dragTo(page, head(page, 'Two'), head(page, 'One'))
  await page.mouse.up()
  await expect(toast(page, '“Two” is now row 1')).toAppear()
  await expect.poll(() => readStoredOrder()).toEqual(['Two: 1 2', 'One: 1 2 3 4', 'Three: 1'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readStoredOrder()).toEqual(initialOrder)

  await dragTo(page, card(page, 'One 1'), disc(page, 'Elsewhere'))
  await expect(page.getByText('To Elsewhere', { exact: true })).toAppear()
  await page.mouse.up()
  await expect(toast(page, '“One 1” is now in Elsewhere')).toAppear()
  await expect.poll(() => readStoredOrder(otherId)).toEqual(['Kept: 1 One 1'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readStoredOrder()).toEqual(initialOrder)
  await expect(card(page, 'One 1')).toHaveFocus()

  await dragTo(page, head(page, 'Two'), disc(page, 'Elsewhere'))
  await page.mouse.up()
  await expect.poll(() => readStoredOrder(otherId)).toEqual(['Kept: 1', 'Two: 1 2'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readStoredOrder()).toEqual(initialOrder)

  // Several selected series are dragged together: in the channel, and to another channel.
  for (const name of ['Two', 'Three']) await head(page, name).click({ modifiers: ['Control'] })
  // Scrolls back, because the last press has scrolled down, and a drop above the window has no effect.
  await head(page, 'One').scrollIntoViewIfNeeded()
  await dragTo(page, head(page, 'Two'), head(page, 'One'))
  expect(await page.locator('[data-lifted-along]').count()).toBe(1)
  await page.mouse.up()
  await expect(toast(page, '2 series moved. The first is now row 1')).toAppear()
  await expect.poll(() => readStoredOrder()).toEqual(['Two: 1 2', 'Three: 1', 'One: 1 2 3 4'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readStoredOrder()).toEqual(initialOrder)
  for (const name of ['Three', 'One']) await head(page, name).click({ modifiers: ['Control'] })
  await dragTo(page, head(page, 'One'), disc(page, 'Elsewhere'))
  await page.mouse.up()
  await expect(toast(page, '2 series are now in Elsewhere')).toAppear()
  await expect.poll(() => readStoredOrder(otherId)).toEqual(['Kept: 1', 'Three: 1', 'One: 1 2 3 4'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readStoredOrder()).toEqual(initialOrder)

  // A refused drop shows the reason. Escape puts everything back, and leaving the window does too.
  await dragTo(page, card(page, 'One 1'), page.locator('nav[data-row] [aria-current="page"]'))
  await expect(page.getByText('It’s in there already', { exact: true })).toAppear()
  await page.mouse.up()
  await dragTo(page, card(page, 'One 1'), card(page, 'One 3'))
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await dragTo(page, card(page, 'One 1'), card(page, 'One 3'))
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await page.mouse.up()
  await waitForDrop(page)
  expect(await readStoredOrder()).toEqual(initialOrder)
  // A click without movement still opens the video.
  await card(page, 'One 2').click()
  await expect.poll(() => new URL(page.url()).searchParams.has('play')).toBe(true)
})

test('drags by finger in edit mode, cancels with a second finger, and opens actions with a tap', async () => {
  const page = await open()
  const touch = await createFinger(page)
  await page.getByRole('button', { name: 'Arrange' }).click()
  await expect(page.getByText('Done')).toAppear()
  await touch.down(card(page, 'One 1'))
  await waitForDrag(page)
  await touch.moveTo(card(page, 'One 2'))
  await expect.poll(() => page.locator('output').allTextContents()).toContain('Position 2 of 4 in One')
  expect(await axeViolations(page)).toEqual([])
  await touch.up()
  await expect.poll(() => readStoredOrder()).toEqual(['One: 2 1 3 4', 'Two: 1 2', 'Three: 1'])

  await touch.down(card(page, 'One 1'))
  await waitForDrag(page)
  await touch.moveTo(card(page, 'Two 1'))
  await touch.second()
  await waitForDrag(page, 'detached')
  await touch.up()

  // If the system cancels the touch or the phone is rotated, the video goes back.
  const { width, height } = page.viewportSize()!
  for (const end of [() => touch.cancel(), () => page.setViewportSize({ width: height, height: width })]) {
    await touch.down(card(page, 'One 1'))
    await waitForDrag(page)
    await touch.by(0, 60)
    await end()
    await waitForDrop(page)
  }
  await touch.up()
  await page.setViewportSize({ width, height })
  expect(await readStoredOrder()).toEqual(['One: 2 1 3 4', 'Two: 1 2', 'Three: 1'])

  // A finger that moves at once scrolls the row, and lifts no video.
  const before = (await card(page, 'One 1').boundingBox())!.x
  await touch.down(card(page, 'One 1'))
  await touch.by(-120, 0)
  await touch.up()
  await expect.poll(async () => (await card(page, 'One 1').boundingBox())!.x).toBeLessThan(before)
  expect(await readStoredOrder()).toEqual(['One: 2 1 3 4', 'Two: 1 2', 'Three: 1'])

  await card(page, 'One 1').tap()
  await page.getByRole('menuitem', { name: 'Insert right' }).click()
  const dialog = page.getByRole('dialog', { name: 'Insert right of “One 1”' })
  await dialog.getByLabel('Link', { exact: true }).fill('https://videos.example/between.mp4')
  await dialog.getByRole('button', { name: 'Add to One' }).click()
  await expect(dialog).toDisappear()
  await expect.poll(async () => (await readStoredOrder())[0]).toMatch(/^One: 2 1 \S.+ 3 4$/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.locator('[data-arranging]')).toDisappear()

  // In a channel with a picture at the top, edit mode shows the rows at once, and no message covers them.
  const { client, browserStorage } = await demoPerson('marieke')
  const { other, public: open_ } = await client(channelsContract.listMyPlaylists, {})
  const { id } = [...open_, ...other].find(({ icon }) => icon !== null)!
  const filled = await visit({
    path: `/en/my-playlists?playlist=${id}`,
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  })
  await filled.getByRole('button', { name: 'Arrange' }).click()
  await expect(filled.locator('[data-arranging] [data-grip]').first()).toAppear()
  expect((await filled.locator('[data-card]').first().boundingBox())!.y).toBeLessThan(500)
  expect(await filled.locator('[data-toasts]').innerText()).toBe('')
})

test('by keyboard: lifts, moves, drops and cancels', { tags: ['journey'] }, async () => {
  const page = await open({ size: 'desktop' })
  const announcements = () => page.locator('output').allTextContents()
  await page.getByRole('button', { name: 'Arrange' }).press('Enter')
  await card(page, 'One 2').focus()
  await page.keyboard.press('Space')
  await expect.poll(announcements).toContain('One 2 picked up. Arrow keys: move. Space: drop. Escape: put back.')
  await page.keyboard.press('ArrowRight')
  await expect.poll(announcements).toContain('Position 3 of 4 in One')
  await page.keyboard.press('ArrowDown')
  await expect.poll(announcements).toContain('Position 3 of 3 in Two')
  await page.keyboard.press('Space')
  await expect.poll(() => readStoredOrder()).toEqual(['One: 1 3 4', 'Two: 1 2 One 2', 'Three: 1'])
  await expect(card(page, 'One 2')).toHaveFocus()
  await waitForDrag(page, 'detached')
  await page.keyboard.press('Space')
  await waitForDrag(page)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(announcements).toContain('Position 2 of 3 in Two')
  await page.keyboard.press('Escape')
  await expect.poll(announcements).toContain('One 2 is back where it was')
  await expect(card(page, 'One 2')).toHaveFocus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => readStoredOrder()).toEqual(initialOrder)

  await page.getByRole('button', { name: 'Move series One' }).focus()
  await page.keyboard.press('Enter')
  await waitForDrag(page)
  await page.keyboard.press('ArrowDown')
  await expect.poll(announcements).toContain('Position 2 of 3 in this channel')
  await page.keyboard.press('Enter')
  await expect.poll(() => readStoredOrder()).toEqual(['Two: 1 2', 'One: 1 2 3 4', 'Three: 1'])
  // Enter lifts all selected cards. Space would remove one from the selection.
  await card(page, 'One 1').focus()
  await page.keyboard.press('x')
  await expect.poll(announcements).toContain('1 selected')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(announcements).toContain('2 selected')
  await page.keyboard.press('Enter')
  await expect.poll(announcements).toContain('2 videos picked up. Arrow keys: move. Space: drop. Escape: put back.')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(() => readStoredOrder()).toEqual(['Two: 1 One 1 One 2 2', 'One: 3 4', 'Three: 1'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readStoredOrder()).toEqual(['Two: 1 2', 'One: 1 2 3 4', 'Three: 1'])
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-arranging]')).toDisappear()
})

test('a drop refused by the server returns with its reason', async () => {
  const page = await open({ size: 'desktop', expected: /status of 404/ })
  const { client } = await demoPerson('noor')
  const { series } = await client(channelsContract.getPlaylist, { params: { id: channelId } })
  await dragTo(page, card(page, 'One 1'), card(page, 'Two 1'))
  // Deletes the series during the drag. The page gets the event, but doesn't change under the pointer.
  await client(channelsContract.deleteSeries, { params: { id: series[1]!.id } })
  await page.mouse.up()
  await expect(page.locator('[data-toasts]').getByText(/./).first()).toAppear()
  await expect(page.getByRole('region', { name: 'One' }).locator('[data-card] > a').filter({ hasText: 'One 1' })).toAppear()
  expect(await readStoredOrder()).toEqual(['One: 1 2 3 4', 'Three: 1'])
})

test('a row of 200 scrolls at its edge to its end', { tags: ['slow'] }, async () => {
  const { client } = await demoPerson('noor')
  await client(channelsContract.deletePlaylist, { params: { id: otherId } })
  otherId = await makeChannel('noor', 'Elsewhere', { Long: 200, Three: 1 })
  ;[channelId, otherId] = [otherId, channelId]
  const page = await open({ size: 'desktop' })
  await dragTo(page, card(page, 'Long 1'), card(page, 'Long 2'))
  const row = page.getByRole('region', { name: 'Long' }).locator('[data-row]')
  const { x, y, width } = (await row.boundingBox())!
  await page.mouse.move(x + width - 2, y + 60)
  const leftToScroll = () => row.evaluate(({ scrollWidth, clientWidth, scrollLeft }) => scrollWidth - clientWidth - scrollLeft)
  await expect.poll(leftToScroll, { timeout: 40_000 }).toBeLessThan(2)
  const end = (await card(page, 'Long 200').boundingBox())!
  await page.mouse.move(end.x + end.width + 20, end.y + 40, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => (await readStoredOrder())[0]!.split(' ').at(-1)).toBe('1')
})
