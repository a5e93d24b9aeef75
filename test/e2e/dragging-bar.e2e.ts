import type { Locator, Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { describeBar, makeChannel, makeGroup } from '../channels.ts'
import type { Client } from '../serve.ts'
import { newUser } from './accounts.ts'
import { axeViolations } from './axe.ts'
import { reconnect } from './bad-network.ts'
import { codeRuns, waitForDrag, createFinger, waitForDrop, waitForRender, selectFirst, startDragging } from './gestures.ts'
import { type VisitOptions, visitors } from './visitors.ts'

const visit = visitors()

let client: Client
let stored: Record<string, string>
const asMade = 'archive Old1 | left Lark1l | groups Zoo(Xema1 Yak1) Hall(Hen1) | other Ant1 Bee1 Cat1 | public Pike3'
const bar = () => describeBar(client)

beforeAll(async () => {
  const person = await newUser()
  client = person.client
  stored = { ...person.stored, canceled_enter_fields_modal: 'true', fill_window: 'true' }
})

beforeEach(async () => {
  const mine = await client(channelsContract.listMyPlaylists, {})
  for (const { id } of [...mine.groups, ...mine.archivedGroups]) await client(channelsContract.deleteGroup, { params: { id } })
  const { other, public: open, archive } = await client(channelsContract.listMyPlaylists, {})
  for (const { id } of [...other, ...open, ...archive]) await client(channelsContract.deletePlaylist, { params: { id } })
  const make = async (name: string, fields: Parameters<typeof makeChannel>[1] = {}) =>
    (await makeChannel(client, { name, status_id: 1, ...fields })).id
  await make('Lark', { is_left: true })
  await make('Pike', { status_id: 3 })
  const old = await make('Old')
  await client(channelsContract.movePlaylists, { body: { playlists: [old], section: 'archive' } })
  await makeGroup(client, [await make('Xema'), await make('Yak')], { name: 'Zoo' })
  await makeGroup(client, [await make('Hen')], { name: 'Hall' })
  for (const name of ['Ant', 'Bee', 'Cat']) await make(name)
})

async function open(coming: VisitOptions = {}): Promise<Page> {
  const page = await visit({ path: '/en/my-playlists', ...coming, stored })
  await expect(disc(page, 'Pike')).toAppear()
  return page
}
const disc = (page: Page, name: string) =>
  page.locator('[data-own-bar] [data-stop]').filter({ hasText: new RegExp(`(^|[^a-z]|Selected)${name}$`) })
const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text, { exact: true })
/** The label of a drop's effect, beside the dragged copy. */
const hint = (page: Page, text: string) => page.locator('[data-lifted]').getByText(text, { exact: true })
const said = (page: Page) => () => page.locator('output').allTextContents()

/** Undoes the last step. Waits until the page has completed it, because its announcement would replace the next one. */
async function undo(page: Page) {
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await said(page)()).some((words) => /^(Undone|Ongedaan gemaakt): /.test(words))).toBe(true)
}

/** Returns a point on a disc: its middle, or its left or right edge, which means beside it. */
async function on(thing: Locator, where: 'onto' | 'before' | 'behind' = 'onto') {
  const { x, y, width } = (await thing.boundingBox())!
  return { x: x + width * { onto: 0.5, before: 0.06, behind: 0.94 }[where], y: y + 30 }
}

/** Lifts a disc with the mouse and drags it somewhere, without dropping it. */
async function carry(page: Page, name: string, to: string, where?: Parameters<typeof on>[1]) {
  await startDragging(disc(page, name), { x: 8, y: 2 })
  await carryOn(page, to, where)
}

/** Drags the lifted item further. */
async function carryOn(page: Page, to: string, where?: Parameters<typeof on>[1]) {
  // Items on the way move aside: waits until the target stays in place.
  let [x, y] = [NaN, NaN]
  for (let turn = 0; turn < 10; turn++) {
    const end = await on(disc(page, to), where)
    if (end.x === x && end.y === y) break
    ;({ x, y } = end)
    await page.mouse.move(x, y, { steps: 6 })
    await waitForRender(page)
  }
}

test('drags channels and groups by mouse through all sections, and undoes it', async () => {
  const page = await open({ size: 'desktop' })
  const drop = async (name: string, to: string, where: Parameters<typeof on>[1], becomes: string, says: string) => {
    await carry(page, name, to, where)
    await page.mouse.up()
    await expect(toast(page, says)).toAppear()
    await expect.poll(bar).toBe(becomes)
    await waitForDrag(page, 'detached')
    await undo(page)
    await expect.poll(bar).toBe(asMade)
    await expect(toast(page, says)).toGo()
  }
  await drop('Ant', 'Bee', 'behind', asMade.replace('Ant1 Bee1', 'Bee1 Ant1'), '“Ant” is now number 2')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(bar).toBe(asMade.replace('Ant1 Bee1', 'Bee1 Ant1'))
  await undo(page)
  await expect.poll(bar).toBe(asMade)
  await drop('Cat', 'Lark', 'before', asMade.replace('Lark1l', 'Cat1l Lark1l').replace(' Cat1 |', ' |'), '“Cat” is pinned')
  await drop('Lark', 'Ant', 'behind', asMade.replace('left Lark1l | ', '').replace('Ant1', 'Ant1 Lark1'), '“Lark” is unpinned')
  await drop('Bee', 'Zoo', 'onto', asMade.replace('Yak1', 'Yak1 Bee1').replace(' Bee1 Cat1', ' Cat1'), '“Bee” is in the group')
  await drop('Zoo', 'Hall', 'behind', asMade.replace('Zoo(Xema1 Yak1) Hall(Hen1)', 'Hall(Hen1) Zoo(Xema1 Yak1)'), '“Zoo” is now number 2')
  await drop('Ant', 'Archive', 'onto', asMade.replace('Old1', 'Old1 Ant1').replace('Ant1 Bee1', 'Bee1'), '“Ant” is in the archive')
  await drop(
    'Hall',
    'Archive',
    'onto',
    asMade.replace('Old1', 'Old1 Hall(Hen1)').replace(') Hall(Hen1) |', ') |'),
    'The group “Hall” is in the archive',
  )

  // It would become public, so that is confirmed first.
  const dialog = page.getByRole('dialog')
  await carry(page, 'Cat', 'Pike', 'behind')
  await expect(hint(page, 'Everybody can watch')).toAppear()
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await bar()).toBe(asMade)
  await carry(page, 'Cat', 'Pike', 'behind')
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Show to everybody' }).click()
  await expect.poll(bar).toBe(asMade.replace(' Cat1 |', ' |').replace('Pike3', 'Pike3 Cat3'))
  await undo(page)
  await expect.poll(bar).toBe(asMade)

  // Dropping a channel on a channel groups both.
  await carry(page, 'Ant', 'Cat', 'onto')
  await expect(hint(page, 'New group with Cat')).toAppear()
  await page.mouse.up()
  await expect(dialog.getByRole('checkbox', { name: 'Cat' })).toAppear()
  await page.keyboard.press('Escape')
  await expect(dialog).toGo()
  expect(await bar()).toBe(asMade)
  await carry(page, 'Ant', 'Cat', 'onto')
  await page.mouse.up()
  await dialog.getByLabel('Name').fill('Pair')
  await dialog.getByRole('button', { name: 'Make group' }).click()
  await expect(toast(page, 'Group created')).toAppear()
  await expect(dialog).toGo()
  await expect.poll(bar).toBe(asMade.replace('Hall(Hen1)', 'Hall(Hen1) Pair(Cat1 Ant1)').replace('Ant1 Bee1 Cat1 |', 'Bee1 |'))
  await undo(page)
  await expect.poll(bar).toBe(asMade)

  // Hovering over a closed group opens it; a refused drop says why; Escape returns the item, and closes what opened.
  await carry(page, 'Zoo', 'Pike', 'before')
  await expect(hint(page, 'Groups stand together, before your other channels')).toAppear()
  await page.mouse.up()
  await carry(page, 'Cat', 'Zoo', 'onto')
  await expect(disc(page, 'Yak')).toAppear()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(disc(page, 'Yak')).toGo()
  await expect.poll(() => page.locator('[data-parting], [data-lifted-from], [data-drop-onto], [data-dwelling]').count()).toBe(0)
  expect(await bar()).toBe(asMade)
  // A click still works.
  await disc(page, 'Bee').click()
  await expect.poll(() => new URL(page.url()).searchParams.has('playlist')).toBe(true)
})

test('drags by finger in the unfolded bar and after a hold, and opens the menu by a longer hold', async () => {
  const page = await open()
  const touch = await createFinger(page)
  await page.getByRole('button', { name: 'Arrange channels' }).click()
  await expect(page.getByRole('heading', { name: 'Arrange channels' })).toAppear()
  const lift = async (name: string) => {
    // Clear of the toasts at the bottom.
    await disc(page, name).evaluate((thing) => thing.scrollIntoView({ block: 'center' }))
    await touch.down(disc(page, name))
    await waitForDrag(page)
  }
  const moveTo = async (name: string, where: Parameters<typeof on>[1]) => {
    for (let turn = 0; turn < 2; turn++) await touch.to(await on(disc(page, name), where))
  }
  expect(await axeViolations(page)).toEqual([])

  // Over a closed group until it opens, and between its channels.
  await lift('Ant')
  await moveTo('Zoo', 'onto')
  await expect(disc(page, 'Yak')).toAppear()
  await moveTo('Yak', 'before')
  await expect.poll(said(page)).toContain('Position 2 of 3 in Zoo')
  expect(await axeViolations(page)).toEqual([])
  await touch.up()
  await expect.poll(bar).toBe(asMade.replace('Xema1', 'Xema1 Ant1').replace('other Ant1 ', 'other '))
  await expect(toast(page, '“Ant” is in the group')).toAppear()
  // Within it, and out of it again.
  await lift('Xema')
  await moveTo('Yak', 'behind')
  await touch.up()
  await expect.poll(bar).toContain('Zoo(Ant1 Yak1 Xema1)')
  await lift('Ant')
  await moveTo('Bee', 'before')
  await touch.up()
  await expect.poll(bar).toBe(asMade.replace('Xema1 Yak1', 'Yak1 Xema1'))

  // Out of the archive and into it; a group among groups; a refused item returns.
  await lift('Old')
  await moveTo('Lark', 'behind')
  await touch.up()
  await expect.poll(bar).toMatch(/^left Lark1l Old1l \|/)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(bar).toMatch(/^archive Old1 \| left Lark1l \|/)
  await lift('Hall')
  await moveTo('Old', 'before')
  await touch.up()
  await expect.poll(bar).toMatch(/^archive Old1 Hall\(Hen1\)/)
  await lift('Hall')
  await moveTo('Zoo', 'before')
  await touch.up()
  await expect.poll(bar).toContain('groups Hall(Hen1) Zoo')
  await lift('Zoo')
  await moveTo('Lark', 'behind')
  await expect(hint(page, 'Groups stand together, before your other channels')).toAppear()
  await touch.up()
  await waitForDrag(page, 'detached')

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Arrange channels' })).toGo()
  const begin = page.getByRole('button', { name: 'Arrange channels' })
  await expect.poll(() => begin.evaluate((button) => button === document.activeElement)).toBe(true)
  const before = await bar()
  await touch.down(disc(page, 'Lark'))
  await expect(page.getByRole('menu')).toAppear()
  await touch.up()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toGo()
  expect(await bar()).toBe(before)
  await disc(page, 'Cat').scrollIntoViewIfNeeded()
  await lift('Bee')
  await moveTo('Cat', 'behind')
  await touch.up()
  await expect.poll(bar).toContain('other Ant1 Cat1 Bee1')
})

test('by keyboard: lifts, moves between lists, drops and cancels', { tags: ['journey'] }, async () => {
  const page = await open({ size: 'desktop', language: 'nl', path: '/nl/my-playlists?archive=true' })
  await page.getByRole('button', { name: 'Kanalen ordenen' }).press('Enter')
  await disc(page, 'Ant').focus()
  await page.keyboard.press('Space')
  await waitForDrag(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(said(page)).toContain('Plaats 2 van 3 in Andere kanalen')
  await page.keyboard.press('ArrowUp')
  await expect.poll(said(page)).toContain('Plaats 2 van 2 in Vastgezet')
  await page.keyboard.press('Space')
  await expect.poll(bar).toContain('left Lark1l Ant1l |')
  await expect(disc(page, 'Ant')).toHaveFocus()
  await undo(page)
  await expect.poll(bar).toBe(asMade)
  // Onto a group, which opens; Escape first returns the item, then ends the mode.
  await disc(page, 'Bee').focus()
  await page.keyboard.press('Enter')
  await waitForDrag(page)
  for (const _ of [1, 2]) await page.keyboard.press('ArrowLeft')
  await expect.poll(said(page)).toContain('Op Hall')
  await expect(disc(page, 'Hen')).toAppear()
  await page.keyboard.press('Escape')
  await expect.poll(said(page)).toContain('Bee staat weer waar het stond')
  await expect(page.getByRole('heading', { name: 'Kanalen ordenen' })).toAppear()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Kanalen ordenen' })).toGo()
})

test('changes of another session arrive during a drag, and a refused drop returns with its reason', async () => {
  const page = await open({ size: 'desktop', expected: /status of 404/ })
  const mine = await client(channelsContract.listMyPlaylists, {})
  const idOf = (name: string) => [...mine.other, ...mine.public].find((one) => one.name === name)!.id
  await carry(page, 'Lark', 'Ant', 'behind')
  await page.mouse.up()
  await expect.poll(bar).toContain('other Ant1 Lark1 Bee1')
  await waitForDrag(page, 'detached')
  await carry(page, 'Cat', 'Ant', 'before')
  // After lifting: the page updates immediately, and another channel would be under the mouse.
  await client(channelsContract.deletePlaylist, { params: { id: idOf('Bee') } })
  await makeChannel(client, { name: 'New', status_id: 1 })
  await expect
    .poll(async () => {
      await reconnect(page, { afterMs: 60_000 })
      return disc(page, 'New').isVisible()
    })
    .toBe(true)
  await expect(disc(page, 'Bee')).toGo()
  await carryOn(page, 'New', 'behind')
  await page.mouse.up()
  await expect.poll(bar).toContain('other Ant1 Lark1 New1 Cat1 |')
  await waitForDrag(page, 'detached')

  await carry(page, 'Cat', 'Zoo', 'onto')
  // At the moment of the drop: later the page would know.
  await client(channelsContract.deleteGroup, { params: { id: mine.groups[0]!.id } })
  const before = await bar()
  await page.mouse.up()
  await expect(
    page
      .locator('[data-toasts]')
      .getByText(/not found|isn’t|no longer|doesn’t/i)
      .first(),
  ).toAppear()
  await expect(disc(page, 'Zoo')).toGo()
  expect(await bar()).toBe(before)
})

test('a bar of 300 channels and 30 groups is dragged to its end, and its scroll position is stored', { tags: ['slow'] }, async () => {
  const make = async (name: string) => (await makeChannel(client, { name, status_id: 1 })).id
  const ids: string[] = []
  for (let at = 0; at < 300; at += 20) ids.push(...(await Promise.all(Array.from({ length: 20 }, (_, one) => make(`No ${at + one}`)))))
  await makeGroup(client, ids.slice(0, 100), { name: 'Hundred' })
  for (let at = 0; at < 28; at++) await makeGroup(client, [ids[100 + at]!], { name: `Group ${at}` })
  const [first] = (await client(channelsContract.listMyPlaylists, {})).groups
  for (const { id } of first!.playlists)
    await client(channelsContract.removeGroupPlaylist, { params: { id: first!.id }, body: { playlist_id: id } })

  const page = await open({ size: 'desktop' })
  await carry(page, 'Lark', 'Zoo', 'before')
  const track = page.getByRole('navigation', { name: 'My channels' }).locator('> div').first()
  const { x, y, width } = (await track.boundingBox())!
  await page.mouse.move(x + width - 2, y + 30)
  const leftToScroll = () => track.evaluate(({ scrollWidth, clientWidth, scrollLeft }) => scrollWidth - clientWidth - scrollLeft)
  await expect.poll(leftToScroll, { timeout: 40_000 }).toBeLessThan(2)
  const { other } = await client(channelsContract.listMyPlaylists, {})
  const last = other.at(-1)!.name
  const end = await on(disc(page, last), 'behind')
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await waitForRender(page)
  await page.mouse.up()
  await expect.poll(async () => (await client(channelsContract.listMyPlaylists, {})).other.at(-1)!.name).toBe('Lark')

  // Its gap closes, which brings the end of the bar nearer.
  await waitForDrop(page)
  await expect.poll(leftToScroll).toBeLessThan(400)
  const stood = await track.evaluate(({ scrollLeft }) => scrollLeft)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('playlist-positions'))).toContain(`"bar":${Math.round(stood)}`)
  await page.reload()
  await expect(disc(page, 'Pike')).toAppear()
  await expect.poll(() => track.evaluate(({ scrollLeft }) => Math.round(scrollLeft))).toBe(Math.round(stood))

  // A group of 100, and one without channels, side by side.
  await page.goto('/en/my-playlists?archive=true')
  await page.getByRole('button', { name: 'Arrange channels' }).click()
  await disc(page, 'Hundred').click()
  await disc(page, 'Zoo').click()
  const tray = page.locator('[data-group]').filter({ hasText: 'Hundred' })
  await expect.poll(() => tray.locator('[data-stop]').count()).toBe(100)
  await expect(page.locator('[data-group]').filter({ hasText: 'Drop something here' })).toAppear()
})

const selected = (page: Page, name = 'Selected') => page.getByRole('region', { name, exact: true })
const idOf = async (name: string) => {
  const { other, archive, public: open, groups } = await client(channelsContract.listMyPlaylists, {})
  return [...other, ...archive, ...open, ...groups].find((one) => one.name === name)!.id
}

test('selected channels are dragged as one by mouse and keyboard, with one toast and one undo', async () => {
  const page = await open({ size: 'desktop', path: '/en/my-playlists?archive=true' })
  await codeRuns(page, 'user', 'source')
  const select = async (first: string, second: string) => {
    await selectFirst(disc(page, first))
    await disc(page, second).click({ modifiers: ['Control'] })
    await expect(selected(page).getByText('2 selected')).toAppear()
  }
  await select('Ant', 'Cat')
  await carry(page, 'Cat', 'Lark', 'before')
  await expect(page.locator('[data-lifted]').getByText('2', { exact: true })).toAppear()
  expect(await page.locator('[data-lifted-along]').count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
  await page.mouse.up()
  await expect(toast(page, '2 channels are pinned')).toAppear()
  await expect.poll(bar).toBe(asMade.replace('Lark1l', 'Ant1l Cat1l Lark1l').replace('other Ant1 Bee1 Cat1', 'other Bee1'))
  await expect(selected(page)).toGo()
  await undo(page)
  await expect.poll(bar).toBe(asMade)
  // Selected ones before the place don't count.
  await select('Ant', 'Bee')
  await carry(page, 'Ant', 'Cat', 'behind')
  await page.mouse.up()
  await expect(toast(page, '2 channels now start at number 2')).toAppear()
  await expect.poll(bar).toBe(asMade.replace('Ant1 Bee1 Cat1', 'Cat1 Ant1 Bee1'))
  await undo(page)
  await expect.poll(bar).toBe(asMade)
  await select('Cat', 'Ant')
  await carry(page, 'Ant', 'Pike', 'behind')
  await expect(hint(page, 'Everybody can watch')).toAppear()
  await page.mouse.up()
  await page.getByRole('dialog', { name: 'Show 2 channels to everybody?' }).getByRole('button', { name: 'Show to everybody' }).click()
  await expect.poll(bar).toBe(asMade.replace('Ant1 Bee1 Cat1', 'Bee1').replace('Pike3', 'Pike3 Cat3 Ant3'))
  await undo(page)
  await expect.poll(bar).toBe(asMade)

  await page.getByRole('button', { name: 'Arrange channels' }).press('Enter')
  await disc(page, 'Ant').focus()
  await page.keyboard.press('x')
  await expect.poll(said(page)).toContain('1 selected')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(said(page)).toContain('2 selected')
  await page.keyboard.press('Enter')
  await expect.poll(said(page)).toContain('2 channels picked up. Arrow keys: move. Space: drop. Escape: put back.')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(bar).toContain('left Lark1l Ant1l Bee1l |')
  await undo(page)
  await expect.poll(bar).toBe(asMade)
})

test('on a phone: a hold selects channels, in the bar and on its shelves; dragging one drags all selected', async () => {
  const page = await open()
  const touch = await createFinger(page)
  const hold = async (name: string) => {
    await disc(page, name).evaluate((thing) => thing.scrollIntoView({ block: 'center', inline: 'center' }))
    await waitForRender(page)
    await touch.down(disc(page, name))
    await waitForDrag(page)
  }
  // The drag code loads when the browser is idle.
  await codeRuns(page, 'user', 'source')
  await hold('Ant')
  await touch.up()
  await expect(selected(page).getByText('1 selected')).toAppear()
  await disc(page, 'Bee').tap()
  await expect(selected(page).getByText('2 selected')).toAppear()
  expect(await selected(page).getByRole('toolbar').getByRole('button').allInnerTexts()).toEqual([
    'Archive',
    'Pin',
    'Group',
    'Copy',
    'Cut',
    'Delete',
  ])
  expect(await axeViolations(page)).toEqual([])
  await selected(page).getByRole('button', { name: 'Pin' }).tap()
  await expect.poll(bar).toContain('left Lark1l Ant1l Bee1l |')
  await page.locator('[data-toasts]').getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(bar).toBe(asMade)

  await page.getByRole('button', { name: 'Arrange channels' }).tap()
  await hold('Ant')
  await touch.up()
  await disc(page, 'Cat').tap()
  await expect(selected(page).getByText('2 selected')).toAppear()
  await hold('Ant')
  for (let turn = 0; turn < 2; turn++) await touch.to(await on(disc(page, 'Lark'), 'behind'))
  await touch.up()
  await expect.poll(bar).toContain('left Lark1l Ant1l Cat1l |')
  await expect(selected(page)).toGo()
})

test('dragging from the archive to the public section asks first; the bar has a place after the last group; a press outside ends the mode; open parts are stored', async () => {
  const page = await open({ size: 'desktop', path: '/en/my-playlists?archive=true' })
  await page.getByRole('button', { name: 'Arrange channels' }).click()
  await carry(page, 'Old', 'Pike', 'behind')
  await expect(hint(page, 'Everybody can watch')).toAppear()
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Show “Old” to everybody?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toGo()
  expect(await bar()).toBe(asMade)
  await carry(page, 'Old', 'Pike', 'behind')
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Show to everybody' }).click()
  await expect.poll(bar).toBe(asMade.replace('archive Old1 | ', '').replace('Pike3', 'Pike3 Old3'))
  await undo(page)
  await expect.poll(bar).toBe(asMade)

  await disc(page, 'Zoo').click()
  await expect(disc(page, 'Yak')).toAppear()
  const title = page.getByRole('heading', { name: 'Arrange channels' })
  await page
    .locator('header')
    .first()
    .click({ position: { x: 4, y: 4 } })
  await expect(title).toGo()
  await page.reload()
  await page.getByRole('button', { name: 'Arrange channels' }).click()
  await expect(disc(page, 'Yak')).toAppear()

  for (const name of ['Ant', 'Bee', 'Cat']) await client(channelsContract.deletePlaylist, { params: { id: await idOf(name) } })
  await page.goto(`/en/my-playlists?playlist-group=${await idOf('Hall')}`)
  await expect(disc(page, 'Hen')).toAppear()
  // The bar may show stored data first.
  await expect(disc(page, 'Cat')).toGo()
  await carry(page, 'Lark', 'Hen', 'behind')
  const end = (await page.locator('[data-ends] > *').last().boundingBox())!
  await page.mouse.move(end.x + 4, end.y + 20, { steps: 4 })
  await expect.poll(said(page)).toContain('Position 1 of 1 in Other channels')
  await page.mouse.up()
  await expect.poll(bar).toContain('| other Lark1 |')
})
