import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { channelsContract, type Playlist } from '#features/channels/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson } from './demo.ts'
import { waitForDrag } from './gestures.ts'
import { isInView, visitors, type VisitOptions } from './visitors.ts'
import { site } from './product.ts'

const { fixturesUrl } = site
const visit = visitors({ serviceWorker: true })

let channel: Playlist
beforeEach(async ({ onTestFinished }) => {
  const { client } = await demoPerson('noor')
  const { id } = await client(channelsContract.createPlaylist, { body: { name: `Workshop ${Date.now()}`, status_id: 1 } })
  await client(channelsContract.createSeries, {
    body: {
      playlist_id: id,
      name: 'First',
      videos: ['one', 'two', 'three'].map((title) => ({ src: `${fixturesUrl}/clips/low-tide.mp4?${title}`, title: `Number ${title}` })),
    },
  })
  channel = await client(channelsContract.getPlaylist, { params: { id } })
  // Runs after the pages were closed, so that they don't request deleted things.
  onTestFinished(async () => {
    await client(channelsContract.deletePlaylist, { params: { id: channel.id } })
  })
})

async function open(visitor: VisitOptions = {}): Promise<Page> {
  const { browserStorage } = await demoPerson('noor')
  const path = `/en/my-playlists?playlist=${channel.id}`
  const page = await visit({ path, ...visitor, browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' } })
  await expect(page.getByRole('heading', { level: 1, name: channel.name })).toAppear()
  return page
}
const cards = (page: Page) => page.getByRole('region', { name: 'First', exact: true }).getByRole('link')
const card = (page: Page, title: string) => page.getByRole('region', { name: 'First', exact: true }).getByRole('link', { name: title })

/** Opens a video's menu by keyboard. */
async function choose(page: Page, title: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter')
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const readStoredVideos = async () => {
  const { client } = await demoPerson('noor')
  const { series } = await client(channelsContract.getPlaylist, { params: { id: channel.id } })
  return series.flatMap(({ videos }) => videos)
}

test('a deleted video can be restored as it was, until undo is no longer possible', { tags: ['journey'] }, async () => {
  const page = await open({ size: 'desktop' })
  const before = await readStoredVideos()
  await choose(page, 'Number two', 'Delete')
  await expect(card(page, 'Number two')).toDisappear()
  // The neighbour gets the focus, and the next Tab reaches Undo.
  await expect(card(page, 'Number three')).toHaveFocus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveFocus()
  await page.keyboard.press('Enter')
  await expect(card(page, 'Number two')).toAppear()
  await expect(card(page, 'Number three')).toHaveFocus()
  expect(await readStoredVideos()).toEqual(before)

  await choose(page, 'Number one', 'Delete')
  await expect(card(page, 'Number one')).toDisappear()
  // The move doesn't count the deleted video, which is only hidden while undo is possible.
  await choose(page, 'Number two', 'Move item later')
  await expect.poll(async () => (await readStoredVideos()).map(({ title }) => title)).toEqual(['Number three', 'Number two'])

  await choose(page, 'Number two', 'Delete')
  await expect(card(page, 'Number two')).toDisappear()
  await page.goto('/en/playlists')
  await expect.poll(async () => (await readStoredVideos()).map(({ title }) => title)).toEqual(['Number three'])
})

test('an unreadable page, or one without a video, is reported before adding', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Add item' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  const link = dialog.getByLabel('Link', { exact: true })
  await link.fill(`${fixturesUrl}/article`)
  await link.blur()
  await expect(dialog.getByText(/^This page has no video that can play here/)).toAppear()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('About harbours')
  await link.fill(`${fixturesUrl}/gone/film`)
  await link.blur()
  await expect(dialog.getByText('This page couldn’t be read, so its address becomes the title. You can fill in the rest.')).toAppear()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('127.0.0.1/gone/film')
  await dialog.getByLabel('Title').fill('What it was')
  await dialog.getByRole('button', { name: 'Add to First' }).click()
  await expect(card(page, 'What it was')).toHaveFocus()
})

test('of several links the invalid one is reported, and the others stay', { tags: ['journey'] }, async () => {
  const page = await open({ expected: /status of 422/ })
  await page.getByRole('button', { name: 'Add item' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  await dialog
    .getByLabel('Link', { exact: true })
    .fill(`${fixturesUrl}/watch/harbour http://10.0.0.1/film.mp4 ${fixturesUrl}/gone ftp://a.example/film`)
  await expect(dialog.getByText('Lines 2 and 4 can’t be added. Skip them to add the others.')).toAppear()
  await expect(dialog.getByText('Couldn’t be read, so its address becomes the title')).toAppear()
  const add = dialog.getByRole('button', { name: /^Add \d videos/ })
  expect(await add.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Skip ftp://a.example/film' }).click()
  await expect(dialog.getByText('Line 2 can’t be added: http://10.0.0.1/film.mp4. Skip it to add the others.')).toAppear()
  await dialog.getByRole('button', { name: 'Skip it' }).press('Enter')
  await expect(add).toHaveFocus()
  await page.keyboard.press('Enter')
  await expect(dialog).toDisappear()
  await expect.poll(() => cards(page).count()).toBe(5)
})

test('an error shows once, at its field, until the field changes', { tags: ['journey'] }, async () => {
  const page = await open({ expected: /status of 422/ })
  await page
    .getByRole('banner')
    .getByRole('button', { name: `Actions for ${channel.name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Channel settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Channel settings' })
  await dialog.getByRole('radio', { name: 'Everybody' }).check()
  const slug = dialog.getByLabel('Short address')
  await slug.fill('settings')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toAppear()
  expect(await dialog.getByText('This address can’t be used').count()).toBe(1)
  await expect(slug).toHaveFocus()
  await slug.fill('settings-of-mine')
  await expect(dialog.getByRole('alert')).toDisappear()
  await slug.fill('settings')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This address can’t be used')).toAppear()
})

test('editors see which video opens its series and who can watch', async () => {
  const page = await open({ size: 'desktop' })
  await expect(card(page, 'Number one').getByText('Opener')).toAppear()
  await choose(page, 'Number two', 'Make it the opener')
  await expect(card(page, 'Number two').getByText('Opener')).toAppear()
  await expect(card(page, 'Number one').getByText('Opener')).toDisappear()
  const { client } = await demoPerson('noor')
  await client(channelsContract.updatePlaylist, { params: { id: channel.id }, body: { status_id: 3 } })
  await page.reload()
  await expect(page.getByRole('article').getByText('Everybody', { exact: true })).toAppear()
})

test('an unreadable link is reported after adding, and so are the skipped ones of several', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Add item' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  const link = dialog.getByLabel('Link', { exact: true })
  // The title is the typed link, because the link's page hasn't been read yet.
  await link.pressSequentially(`${fixturesUrl}/nowhere/film`)
  await link.press('Enter')
  await expect(page.getByText('One page couldn’t be read: its address is the title.')).toAppear()
  await page.getByRole('button', { name: 'Add item' }).first().click()
  await link.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `${fixturesUrl}/watch/harbour\nhtp:/typo\n${fixturesUrl}/clips/low-tide.mp4\n${fixturesUrl}/watch/harbour`)
  await expect(dialog.getByText('Skipped, not a link: “htp:/typo”')).toAppear()
  await expect(dialog.getByText(`Pasted more than once, added once: ${fixturesUrl}/watch/harbour`)).toAppear()
  await dialog.getByRole('radio', { name: 'New series' }).check()
  await expect(dialog.getByRole('button', { name: 'Add 2 videos to a new series' })).toAppear()
})

test('adding to a channel deleted elsewhere shows that it is missing, and keeps the input', async () => {
  const page = await open({ expected: /status of 404/ })
  await page.getByRole('button', { name: 'Add item' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  await dialog.getByLabel('Link', { exact: true }).fill(`${fixturesUrl}/clips/low-tide.mp4?four`)
  const { client } = await demoPerson('noor')
  const { id } = await client(channelsContract.createPlaylist, { body: { name: 'Another', status_id: 1 } })
  await client(channelsContract.deletePlaylist, { params: { id: channel.id } })
  channel.id = id
  await dialog.getByRole('button', { name: 'Add to First' }).click()
  await expect(dialog.getByRole('alert')).toAppear()
  expect(await dialog.getByLabel('Link', { exact: true }).inputValue()).toBe(`${fixturesUrl}/clips/low-tide.mp4?four`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Channel not found' })).toAppear()
})

test('a form error scrolls into view and gets the focus', async () => {
  const page = await open({ expected: /ERR_INTERNET_DISCONNECTED/ })
  await card(page, 'Number one').focus()
  await choose(page, 'Number one', 'Edit episode')
  const dialog = page.getByRole('dialog', { name: 'Edit episode' })
  await dialog.getByLabel('Title').fill('Number 1')
  await page.context().setOffline(true)
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toHaveFocus()
  expect(await isInView(alert)).toBe(true)
  const [alertBox, button] = await Promise.all([alert.boundingBox(), save.boundingBox()])
  expect(alertBox!.y + alertBox!.height).toBeLessThanOrEqual(button!.y)
})

test('edits all details of a video, and shows them to viewers', async () => {
  const page = await open({ language: 'nl', path: `/nl/my-playlists?playlist=${channel.id}` })
  const chooseDutch = async (action: string) => {
    await page.getByRole('button', { name: 'Acties voor Number one' }).press('Enter')
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await chooseDutch('Video bewerken')
  const dialog = page.getByRole('dialog', { name: 'Video bewerken' })
  await dialog.getByLabel('Beschrijving').fill('Het wad\n0:00 Water\n0:02 Zand\n0:07 Vogels')
  await dialog.getByLabel('Begint op').fill('0:02')
  await dialog.getByLabel('Eindigt op').fill('dadelijk')
  await dialog.getByText('Knoppen').click()
  await dialog.getByLabel('Link van de knop').fill('wadden.example/kaart')
  await dialog.getByLabel('Tekst van de knop', { exact: true }).fill('Naar de kaart')
  await dialog.getByLabel('Meer info', { exact: true }).fill('Twee keer per dag loopt het leeg.')
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(dialog.getByText('Vul een tijd in als 1:23, 1:02:03 of in seconden.')).toAppear()
  await dialog.getByLabel('Eindigt op').fill('8')
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(dialog).toDisappear()
  expect((await readStoredVideos())[0]).toMatchObject({ start_at: 2, end_at: 8, go_to: 'https://wadden.example/kaart', has_buttons: true })

  await chooseDutch('Gerelateerde video’s')
  const related = page.getByRole('dialog', { name: 'Gerelateerd aan “Number one”' })
  await related.getByRole('button', { name: '“Number three” toevoegen' }).click()
  await related.getByRole('button', { name: '“Number two” toevoegen' }).click()
  const order = () => related.getByRole('list', { name: 'Gerelateerde video’s, op volgorde' }).getByRole('listitem').allTextContents()
  await related.getByRole('button', { name: 'Acties voor Number two als gerelateerde video' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Omhoog' }).click()
  await expect.poll(order).toEqual([expect.stringContaining('Number two'), expect.stringContaining('Number three')])
  // The grip moves the item down by keyboard, and up again.
  for (const key of ['ArrowDown', 'ArrowUp']) {
    const before = await order()
    await related.getByRole('button', { name: 'Number two verplaatsen' }).press('Enter')
    await waitForDrag(page)
    await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await expect.poll(order).toEqual(before.toReversed())
  }
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await related.getByRole('button', { name: 'Klaar' }).click()

  const go = page.getByRole('link', { name: 'Naar de kaart, opent wadden.example' })
  await expect(go).toAppear()
  expect(await go.getAttribute('rel')).toContain('noopener')
  await card(page, 'Number one').first().click()
  const player = page.getByRole('dialog', { name: /^Speler: Number one/ })
  // The video starts at its in-point, which is the start of a chapter.
  await expect(player.getByRole('button', { name: /^Hoofdstukken, (Zand|Vogels)/ })).toAppear()
  await player.getByRole('button', { name: 'Meer info' }).click()
  await expect(player.getByText('Twee keer per dag loopt het leeg.')).toAppear()
  // The video ends at its out-point, and the player counts down to the next video.
  await expect(player.getByRole('button', { name: 'Annuleren' })).toAppear()
  await player.getByRole('button', { name: 'Annuleren' }).click()
  await page.keyboard.press('PageUp')
  await expect(player.getByRole('button', { name: 'Hoofdstukken, Zand' })).toAppear()
  // The list of related videos is open below the player.
  const list = player.getByRole('region', { name: 'Gerelateerde video’s' }).getByRole('link')
  await expect.poll(() => list.allTextContents()).toEqual([expect.stringContaining('Number two'), expect.stringContaining('Number three')])
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await list.first().click()
  await expect(page.getByRole('dialog', { name: /^Speler: Number two/ })).toAppear()
})

test('a row becomes the banner of its channel, and a normal row again', async () => {
  const page = await open({ size: 'desktop' })
  const chooseOfRow = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for First', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const type = async () => {
    const { client } = await demoPerson('noor')
    return (await client(channelsContract.getPlaylist, { params: { id: channel.id } })).series[0]?.type
  }
  await chooseOfRow('Use as banner')
  await expect.poll(type).toBe('header')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(type).toBe(null)
  await chooseOfRow('Edit series')
  const dialog = page.getByRole('dialog', { name: 'Edit series' })
  await dialog.getByRole('switch', { name: 'Use it as the channel’s banner' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(type).toBe('header')
  await chooseOfRow('Stop using as banner')
  await expect.poll(type).toBe(null)
})
