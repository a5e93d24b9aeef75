import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { axeViolations } from './axe.ts'
import { bar, card, choose, disc, dragTo, readOrder, toast } from './channel-page.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { waitForDrag, createFinger, pressLong, selectFirst } from './gestures.ts'
import { type VisitOptions, visitors } from './visitors.ts'

const visit = visitors()

let channelId: string
let otherId: string

beforeEach(async ({ onTestFinished }) => {
  const { client } = await demoPerson('noor')
  channelId = await makeChannel('noor', 'Here', { One: 4, Two: 2 })
  otherId = await makeChannel('noor', 'There', { Kept: 1 })
  onTestFinished(async () => {
    for (const id of [channelId, otherId]) await client(channelsContract.deletePlaylist, { params: { id } })
  })
})

async function open(coming: VisitOptions = {}, id = channelId): Promise<Page> {
  const { browserStorage } = await demoPerson('noor')
  const page = await visit({
    path: `/en/my-playlists?playlist=${id}`,
    ...coming,
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true', ...coming.browserStorage },
  })
  await expect(page.locator('[data-card]').first()).toAppear()
  // Allows access to the clipboard. It may contain an older copy of another test, but the last copy counts.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('https://videos.example/copied/before.mp4'))
  return page
}
const storedOrder = (id = channelId) => readOrder('noor', id)
const readOtherStoredOrder = () => storedOrder(otherId)
const initialOrder = ['One: 1 2 3 4', 'Two: 1 2']

test('copies, cuts and pastes by mouse and keys, and undoes it exactly', { tags: ['journey'] }, async () => {
  const page = await open({ size: 'desktop', browserStorage: { hide_add_to_playlist_modal: 'true' } })
  await choose(page, card(page, 'One 2'), 'Copy item')
  await expect(bar(page, 'Clipboard')).toAppear()
  await disc(page, 'There').click()
  await expect(card(page, 'Kept 1')).toAppear()
  await bar(page, 'Clipboard').getByRole('button', { name: 'Paste' }).click()
  await expect(toast(page, 'Pasted: “One 2”')).toAppear()
  await expect.poll(readOtherStoredOrder).toEqual(['Kept: 1 One 2'])
  await expect(bar(page, 'Clipboard')).toDisappear()
  await page.keyboard.press('Control+z')
  await expect.poll(readOtherStoredOrder).toEqual(['Kept: 1'])

  // After a reload and in another tab, the clipboard has the same contents.
  await page.reload()
  await choose(page, card(page, 'Kept 1'), 'Paste left')
  await expect.poll(readOtherStoredOrder).toEqual(['Kept: One 2 1'])

  // Cuts and pastes by keyboard. Pasting inserts beside the focused video.
  await card(page, 'One 2').focus()
  await page.keyboard.press('Control+x')
  await expect(page.locator('[data-card] [data-cut]')).toAppear()
  await disc(page, 'Here').click()
  await card(page, 'Two 1').focus()
  await page.keyboard.press('Control+v')
  await expect(toast(page, 'Pasted: “One 2”')).toAppear()
  await expect.poll(() => storedOrder()).toEqual(['One: 1 2 3 4', 'Two: 1 One 2 2'])
  await expect.poll(readOtherStoredOrder).toEqual(['Kept: 1'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => storedOrder()).toEqual(initialOrder)
  await expect.poll(readOtherStoredOrder).toEqual(['Kept: One 2 1'])
})

test('links pasted on a channel open the form; other text shows that it has no links; text fields handle pastes themselves', async () => {
  const page = await open({ size: 'desktop' })
  await page.evaluate(() => navigator.clipboard?.writeText('').catch(() => {}))
  const paste = (text: string) =>
    page.evaluate((pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  await card(page, 'Two 1').focus()
  await paste('only words')
  await expect(toast(page, 'No link found in the pasted text')).toAppear()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await paste('Look:\nhttps://videos.example/new/1.mp4 and https://videos.example/new/2.mp4')
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  await dialog.getByRole('button', { name: 'Add 2 videos to Two' }).click()
  await expect(dialog).toDisappear()
  await expect.poll(async () => (await storedOrder())[1]!.split(' ').length).toBe(5)
  await toast(page, '2 videos added to Two').locator('..').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => storedOrder()).toEqual(initialOrder)
})

test('on a phone: selects, moves and deletes several videos, and undoes it', async () => {
  const page = await open()
  const touch = await createFinger(page)
  await page.getByRole('button', { name: 'Arrange' }).tap()
  await touch.down(card(page, 'One 1'))
  await waitForDrag(page)
  await touch.up()
  await expect(bar(page, 'Selected').getByText('1 selected')).toAppear()
  await card(page, 'One 2').tap()
  await card(page, 'Two 1').tap()
  await expect(bar(page, 'Selected').getByText('3 selected')).toAppear()
  expect(await axeViolations(page)).toEqual([])

  await bar(page, 'Selected').getByRole('button', { name: 'Move' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Move to channel' })
  await dialog.getByRole('radio', { name: 'There' }).tap()
  await expect(dialog.getByRole('radio', { name: 'Kept' })).toAppear()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move to There' }).tap()
  await expect(dialog).toDisappear()
  await expect.poll(() => storedOrder()).toEqual(['One: 3 4', 'Two: 2'])
  await expect.poll(readOtherStoredOrder).toEqual(['Kept: 1 One 1 One 2 Two 1'])
  await toast(page, '3 videos are now in There').locator('..').getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(() => storedOrder()).toEqual(initialOrder)
  await expect(bar(page, 'Selected')).toDisappear()
})

test('by keyboard: selects a range, copies it, deletes it, and Escape ends the selection', async () => {
  const page = await open({ size: 'desktop' })
  await card(page, 'One 1').focus()
  await page.keyboard.press('x')
  await expect(bar(page, 'Selected').getByText('1 selected')).toAppear()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(bar(page, 'Selected').getByText('2 selected')).toAppear()
  await page.keyboard.press('Control+a')
  await expect(bar(page, 'Selected').getByText('4 selected')).toAppear()
  await page.keyboard.press('Space')
  await expect(bar(page, 'Selected').getByText('3 selected')).toAppear()
  await page.keyboard.press('Escape')
  await expect(bar(page, 'Selected')).toDisappear()

  // With the mouse, Ctrl adds a video to the selection, and Shift extends it.
  await card(page, 'One 3').click({ modifiers: ['Control'] })
  await card(page, 'Two 1').click({ modifiers: ['Shift'] })
  await expect(bar(page, 'Selected').getByText('3 selected')).toAppear()
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: 'Delete 3 videos?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, '3 videos were deleted')).toAppear()
  await expect(card(page, 'One 3')).toDisappear()
  await page.keyboard.press('Control+z')
  await expect(card(page, 'One 3')).toAppear()
  expect(await storedOrder()).toEqual(initialOrder)

  // Dragging one of the selected videos drags all.
  await card(page, 'One 2').click({ modifiers: ['Control'] })
  await card(page, 'One 4').click({ modifiers: ['Control'] })
  const secondHeading = page.getByRole('heading', { name: 'Two', exact: true })
  // Scrolls the target away from the window's edge, where a drag would scroll the page.
  await secondHeading.evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
  await dragTo(page, card(page, 'One 4'), secondHeading, 'To Two')
  await expect(toast(page, '2 videos are now in Two')).toAppear()
  // The page may have scrolled under the pointer, so the drop was either on the header or in the row.
  await expect.poll(() => storedOrder()).toEqual(['One: 1 3', expect.stringMatching(/^Two: .*One 2 One 4/)])
  await page.keyboard.press('Control+z')
  await expect.poll(() => storedOrder()).toEqual(initialOrder)
})

test('channels of the bar: archives several and restores them; a copy beside a public one becomes public after a confirmation', async () => {
  const { client } = await demoPerson('noor')
  const nameOf = async (section: 'archive' | 'other' | 'public') =>
    (await client(channelsContract.listMyPlaylists, {}))[section].flatMap(({ id, name }) =>
      [channelId, otherId].includes(id) ? [name] : [],
    )
  const page = await open({ size: 'desktop' })
  await selectFirst(disc(page, 'Here'))
  await disc(page, 'There').click({ modifiers: ['Shift'] })
  await expect(bar(page, 'Selected').getByText('2 selected')).toAppear()
  await bar(page, 'Selected').getByRole('button', { name: 'Archive' }).click()
  await expect(toast(page, '2 channels are in the archive')).toAppear()
  await expect.poll(() => nameOf('archive')).toEqual(['Here', 'There'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => nameOf('other')).toEqual(['Here', 'There'])

  await client(channelsContract.updatePlaylist, { params: { id: otherId }, body: { status_id: 3 } })
  await page.reload()
  await choose(page, disc(page, 'Here'), 'Copy channel')
  await choose(page, disc(page, 'There'), 'Paste right')
  const question = page.getByRole('dialog', { name: 'Paste “Here”?' })
  await expect(question.getByText('Everybody can watch the copy')).toAppear()
  await question.getByRole('button', { name: 'Paste' }).click()
  await expect(page.locator('nav[data-row]').getByRole('link', { name: /^Copy from playlist/ })).toAppear()
  const copied = async () =>
    (await client(channelsContract.listMyPlaylists, {})).public.filter(({ name }) => name.startsWith('Copy from playlist'))
  expect(await copied()).toHaveLength(1)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await copied()).length).toBe(0)
})

test('saves another user’s video to a new channel; a guest is asked to log in', async () => {
  const { client: marieke } = await demoPerson('marieke')
  const mine = await marieke(channelsContract.listMyPlaylists, {})
  const { id, name } = mine.public.find(({ direct_publish }) => !direct_publish)!
  const guest = await visit({ path: `/nl/playlists?playlist=${id}`, language: 'nl' })
  await guest.getByRole('button', { name: 'Toevoegen aan je kanaal' }).tap()
  await expect(guest.getByRole('dialog').getByText('Je moet ingelogd zijn om dit te gebruiken')).toAppear()

  await guest.keyboard.press('Escape')
  await guest.locator('[data-card] > a').first().focus()
  await guest.keyboard.press('Control+c')
  await expect(guest.getByRole('dialog').getByText('Je moet ingelogd zijn om dit te gebruiken')).toAppear()

  const { client, browserStorage } = await demoPerson('noor')
  const page = await visit({
    path: `/en/playlists?playlist=${id}`,
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  })
  await pressLong(page.locator('[data-card] > a').nth(1))
  await page.getByRole('menuitem', { name: 'Add to your channel' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Add to your channel' })
  await dialog.getByRole('radio', { name: 'New channel' }).tap()
  await dialog.getByLabel('Name of the channel').fill('Kept from others')
  await dialog.getByRole('button', { name: 'Add to Kept from others' }).tap()
  await expect(dialog).toDisappear()
  await expect(toast(page, 'Added to Kept from others')).toAppear()
  const made = (await client(channelsContract.listMyPlaylists, {})).other.find((channel) => channel.name === 'Kept from others')!
  const { series } = await client(channelsContract.getPlaylist, { params: { id: made.id } })
  expect(series[0]!.videos[0]!.source?.name).toBe(name)
  await page.locator('[data-toasts]').getByRole('button', { name: 'Undo' }).tap()
  await expect
    .poll(async () => (await client(channelsContract.listMyPlaylists, {})).other.some((channel) => channel.id === made.id))
    .toBe(false)

  // A tip explains where to paste, until the user dismisses it.
  await pressLong(page.locator('[data-card] > a').nth(1))
  await page.getByRole('menuitem', { name: 'Copy item' }).tap()
  const tip = page.getByRole('dialog', { name: /^Copied: / })
  expect(await axeViolations(page)).toEqual([])
  await tip.getByText('Do not show again').tap()
  await tip.getByRole('button', { name: 'Stay here' }).tap()
  await pressLong(page.locator('[data-card] > a').nth(1))
  await page.getByRole('menuitem', { name: 'Copy item' }).tap()
  await expect(toast(page, 'Copied: ')).toAppear()
  expect(await tip.count()).toBe(0)
})

test('in Dutch, by keyboard: moves series to another channel and groups beside another', async ({ onTestFinished }) => {
  const { client } = await demoPerson('noor')
  const inside = await makeChannel('noor', 'Inside', {})
  const { id: groupId } = await client(channelsContract.createGroup, { body: { name: 'Avonden', status_id: 1, playlists: [inside] } })
  const groups = async () => (await client(channelsContract.listMyPlaylists, {})).groups.map(({ id, name }) => ({ id, name }))
  onTestFinished(async () => {
    for (const { id } of (await groups()).filter(({ name }) => name === 'Avonden'))
      await client(channelsContract.deleteGroup, { params: { id } })
    await client(channelsContract.deletePlaylist, { params: { id: inside } })
  })
  const page = await open({
    size: 'desktop',
    language: 'nl',
    path: `/nl/my-playlists?playlist=${channelId}`,
    browserStorage: { hide_add_to_playlist_modal: 'true' },
  })
  await page.getByRole('button', { name: 'Ordenen' }).press('Enter')
  await page.getByRole('button', { name: 'Reeks One verplaatsen' }).focus()
  await page.keyboard.press('Control+c')
  await expect(bar(page, 'Klembord')).toAppear()
  await disc(page, 'There').press('Enter')
  await expect(card(page, 'Kept 1')).toAppear()
  await card(page, 'Kept 1').focus()
  await page.keyboard.press('Control+v')
  await expect(toast(page, 'Geplakt: “One”')).toAppear()
  await expect.poll(async () => (await readOtherStoredOrder())[1]).toMatch(/: One 1 One 2 One 3 One 4$/)
  await page.keyboard.press('Control+z')
  await expect.poll(readOtherStoredOrder).toEqual(['Kept: 1'])

  await disc(page, 'Avonden').focus()
  await page.keyboard.press('Control+c')
  // Waits until the browser has stored the copied text. A person wouldn't paste earlier.
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('playlist-group')
  await page.keyboard.press('Control+v')
  const question = page.getByRole('dialog', { name: '“Avonden” plakken?' })
  await question.getByRole('button', { name: 'Plakken' }).press('Enter')
  await expect.poll(async () => (await groups()).filter(({ name }) => name === 'Avonden').length).toBe(2)
  await expect(toast(page, 'Geplakt: “Avonden”')).toAppear()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await groups()).filter(({ name }) => name === 'Avonden').map(({ id }) => id)).toEqual([groupId])

  await card(page, 'Kept 1').focus()
  await page.keyboard.press('x')
  const selected = bar(page, 'Geselecteerd')
  await expect(selected.getByText('1 geselecteerd')).toAppear()
  expect(await selected.getByRole('toolbar').getByRole('button').allInnerTexts()).toEqual([
    'Verplaats',
    'Voeg toe',
    'Kopieer',
    'Knip',
    'Hierna',
    'In wachtrij',
    'Verwijder',
  ])
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(selected).toDisappear()
})
