import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { makeChannel } from '../channels.ts'
import { axeViolations } from './axe.ts'
import { reconnect } from './bad-network.ts'
import { createFinger, waitForDrag } from './gestures.ts'
import { initialOrder, dragTo, dragOn, disc, hint, pointOn, ownBar, announcements, toast, undo } from './own-bar.ts'
import { visitors } from './visitors.ts'

const { client, readBar, idOf, open } = ownBar(visitors())

test('drags channels and groups by mouse through all sections, and undoes it', async () => {
  const page = await open({ size: 'desktop' })
  const drop = async (name: string, to: string, side: Parameters<typeof pointOn>[1], becomes: string, message: string) => {
    await dragTo(page, name, to, side)
    await page.mouse.up()
    await expect(toast(page, message)).toAppear()
    await expect.poll(readBar).toBe(becomes)
    await waitForDrag(page, 'detached')
    await undo(page)
    await expect.poll(readBar).toBe(initialOrder)
    await expect(toast(page, message)).toDisappear()
  }
  await drop('Ant', 'Bee', 'behind', initialOrder.replace('Ant1 Bee1', 'Bee1 Ant1'), '“Ant” is now number 2')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(readBar).toBe(initialOrder.replace('Ant1 Bee1', 'Bee1 Ant1'))
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)
  await drop('Cat', 'Lark', 'before', initialOrder.replace('Lark1l', 'Cat1l Lark1l').replace(' Cat1 |', ' |'), '“Cat” is pinned')
  await drop('Lark', 'Ant', 'behind', initialOrder.replace('left Lark1l | ', '').replace('Ant1', 'Ant1 Lark1'), '“Lark” is unpinned')
  await drop('Bee', 'Zoo', 'onto', initialOrder.replace('Yak1', 'Yak1 Bee1').replace(' Bee1 Cat1', ' Cat1'), '“Bee” is in the group')
  await drop(
    'Zoo',
    'Hall',
    'behind',
    initialOrder.replace('Zoo(Xema1 Yak1) Hall(Hen1)', 'Hall(Hen1) Zoo(Xema1 Yak1)'),
    '“Zoo” is now number 2',
  )
  await drop('Ant', 'Archive', 'onto', initialOrder.replace('Old1', 'Old1 Ant1').replace('Ant1 Bee1', 'Bee1'), '“Ant” is in the archive')
  await drop(
    'Hall',
    'Archive',
    'onto',
    initialOrder.replace('Old1', 'Old1 Hall(Hen1)').replace(') Hall(Hen1) |', ') |'),
    'The group “Hall” is in the archive',
  )

  // The user must confirm, because the move makes the channel public.
  const dialog = page.getByRole('dialog')
  await dragTo(page, 'Cat', 'Pike', 'behind')
  await expect(hint(page, 'Everybody can watch')).toAppear()
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await readBar()).toBe(initialOrder)
  await dragTo(page, 'Cat', 'Pike', 'behind')
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Show to everybody' }).click()
  await expect.poll(readBar).toBe(initialOrder.replace(' Cat1 |', ' |').replace('Pike3', 'Pike3 Cat3'))
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)

  // Dropping a channel on a channel groups both.
  await dragTo(page, 'Ant', 'Cat', 'onto')
  await expect(hint(page, 'New group with Cat')).toAppear()
  await page.mouse.up()
  await expect(dialog.getByRole('checkbox', { name: 'Cat' })).toAppear()
  await page.keyboard.press('Escape')
  await expect(dialog).toDisappear()
  expect(await readBar()).toBe(initialOrder)
  await dragTo(page, 'Ant', 'Cat', 'onto')
  await page.mouse.up()
  await dialog.getByLabel('Name').fill('Pair')
  await dialog.getByRole('button', { name: 'Make group' }).click()
  await expect(toast(page, 'Group created')).toAppear()
  await expect(dialog).toDisappear()
  await expect.poll(readBar).toBe(initialOrder.replace('Hall(Hen1)', 'Hall(Hen1) Pair(Cat1 Ant1)').replace('Ant1 Bee1 Cat1 |', 'Bee1 |'))
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)

  // Hovering over a closed group opens it. A refused drop shows the reason. Escape puts the item back, and closes groups that opened.
  await dragTo(page, 'Zoo', 'Pike', 'before')
  await expect(hint(page, 'Groups stay together, before your other channels')).toAppear()
  await page.mouse.up()
  await dragTo(page, 'Cat', 'Zoo', 'onto')
  await expect(disc(page, 'Yak')).toAppear()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(disc(page, 'Yak')).toDisappear()
  await expect.poll(() => page.locator('[data-parting], [data-lifted-from], [data-drop-onto], [data-dwelling]').count()).toBe(0)
  expect(await readBar()).toBe(initialOrder)
  // A click without movement still opens the channel.
  await disc(page, 'Bee').click()
  await expect.poll(() => new URL(page.url()).searchParams.has('playlist')).toBe(true)
})

test('drags by finger in the unfolded bar and after a hold, and opens the menu by a longer hold', async () => {
  const page = await open()
  const touch = await createFinger(page)
  await page.getByRole('button', { name: 'Arrange channels' }).click()
  await expect(page.getByRole('heading', { name: 'Arrange channels' })).toAppear()
  const lift = async (name: string) => {
    // Scrolls the channel away from the toasts at the bottom.
    await disc(page, name).evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await touch.down(disc(page, name))
    await waitForDrag(page)
  }
  const moveTo = async (name: string, side: Parameters<typeof pointOn>[1]) => {
    for (let turn = 0; turn < 2; turn++) await touch.to(await pointOn(disc(page, name), side))
  }
  expect(await axeViolations(page)).toEqual([])

  // Hovers over a closed group until it opens, and drops between its channels.
  await lift('Ant')
  await moveTo('Zoo', 'onto')
  await expect(disc(page, 'Yak')).toAppear()
  await moveTo('Yak', 'before')
  await expect.poll(announcements(page)).toContain('Position 2 of 3 in Zoo')
  expect(await axeViolations(page)).toEqual([])
  await touch.up()
  await expect.poll(readBar).toBe(initialOrder.replace('Xema1', 'Xema1 Ant1').replace('other Ant1 ', 'other '))
  await expect(toast(page, '“Ant” is in the group')).toAppear()
  // Moves a channel inside its group, and out of it.
  await lift('Xema')
  await moveTo('Yak', 'behind')
  await touch.up()
  await expect.poll(readBar).toContain('Zoo(Ant1 Yak1 Xema1)')
  await lift('Ant')
  await moveTo('Bee', 'before')
  await touch.up()
  await expect.poll(readBar).toBe(initialOrder.replace('Xema1 Yak1', 'Yak1 Xema1'))

  // Moves items out of the archive and into it, and a group among groups. A refused item goes back.
  await lift('Old')
  await moveTo('Lark', 'behind')
  await touch.up()
  await expect.poll(readBar).toMatch(/^left Lark1l Old1l \|/)
  // Waits for the toast of this drag. Until then, the last Undo button is that of the previous drag.
  await expect(toast(page, '“Old” is back')).toAppear()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(readBar).toMatch(/^archive Old1 \| left Lark1l \|/)
  await lift('Hall')
  await moveTo('Old', 'before')
  await touch.up()
  await expect.poll(readBar).toMatch(/^archive Old1 Hall\(Hen1\)/)
  await lift('Hall')
  await moveTo('Zoo', 'before')
  await touch.up()
  await expect.poll(readBar).toContain('groups Hall(Hen1) Zoo')
  await lift('Zoo')
  await moveTo('Lark', 'behind')
  await expect(hint(page, 'Groups stay together, before your other channels')).toAppear()
  await touch.up()
  await waitForDrag(page, 'detached')

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Arrange channels' })).toDisappear()
  const begin = page.getByRole('button', { name: 'Arrange channels' })
  await expect.poll(() => begin.evaluate((button) => button === document.activeElement)).toBe(true)
  const before = await readBar()
  await touch.down(disc(page, 'Lark'))
  await expect(page.getByRole('menu')).toAppear()
  await touch.up()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toDisappear()
  expect(await readBar()).toBe(before)
  await disc(page, 'Cat').scrollIntoViewIfNeeded()
  await lift('Bee')
  await moveTo('Cat', 'behind')
  await touch.up()
  await expect.poll(readBar).toContain('other Ant1 Cat1 Bee1')
})

test('by keyboard: lifts, moves between lists, drops and cancels', { tags: ['journey'] }, async () => {
  const page = await open({ size: 'desktop', language: 'nl', path: '/nl/my-playlists?archive=true' })
  await page.getByRole('button', { name: 'Kanalen ordenen' }).press('Enter')
  await disc(page, 'Ant').focus()
  await page.keyboard.press('Space')
  await waitForDrag(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(announcements(page)).toContain('Plaats 2 van 3 in Andere kanalen')
  await page.keyboard.press('ArrowUp')
  await expect.poll(announcements(page)).toContain('Plaats 2 van 2 in Vastgezet')
  await page.keyboard.press('Space')
  await expect.poll(readBar).toContain('left Lark1l Ant1l |')
  await expect(disc(page, 'Ant')).toHaveFocus()
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)
  // By keyboard, a channel moves onto a group, which opens. Escape first puts the channel back, then ends edit mode.
  await disc(page, 'Bee').focus()
  await page.keyboard.press('Enter')
  await waitForDrag(page)
  for (const _ of [1, 2]) await page.keyboard.press('ArrowLeft')
  await expect.poll(announcements(page)).toContain('Op Hall')
  await expect(disc(page, 'Hen')).toAppear()
  await page.keyboard.press('Escape')
  await expect.poll(announcements(page)).toContain('Bee staat weer waar het stond')
  await expect(page.getByRole('heading', { name: 'Kanalen ordenen' })).toAppear()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Kanalen ordenen' })).toDisappear()
})

test('changes of another session arrive during a drag, and a refused drop returns with its reason', async () => {
  const page = await open({ size: 'desktop', expected: /status of 404/ })
  const myChannels = await client(channelsContract.listMyPlaylists, {})
  await dragTo(page, 'Lark', 'Ant', 'behind')
  await page.mouse.up()
  await expect.poll(readBar).toContain('other Ant1 Lark1 Bee1')
  await waitForDrag(page, 'detached')
  await dragTo(page, 'Cat', 'Ant', 'before')
  // Deletes the channel after the drag has begun. Before, the page would update at once and put another channel under the mouse.
  await client(channelsContract.deletePlaylist, { params: { id: await idOf('Bee') } })
  await makeChannel(client, { name: 'New', status_id: 1 })
  await expect
    .poll(async () => {
      await reconnect(page, { afterMs: 60_000 })
      return disc(page, 'New').isVisible()
    })
    .toBe(true)
  await expect(disc(page, 'Bee')).toDisappear()
  await dragOn(page, 'New', 'behind')
  await page.mouse.up()
  await expect.poll(readBar).toContain('other Ant1 Lark1 New1 Cat1 |')
  await waitForDrag(page, 'detached')

  await dragTo(page, 'Cat', 'Zoo', 'onto')
  // Deletes the group in the moment of the drop, before the page gets the event.
  await client(channelsContract.deleteGroup, { params: { id: myChannels.groups[0]!.id } })
  const before = await readBar()
  await page.mouse.up()
  await expect(
    page
      .locator('[data-toasts]')
      .getByText(/not found|isn’t|no longer|doesn’t/i)
      .first(),
  ).toAppear()
  await expect(disc(page, 'Zoo')).toDisappear()
  expect(await readBar()).toBe(before)
})

test('dragging from the archive to the public section asks first; the bar has a place after the last group; a press outside ends the mode; open parts are stored', async () => {
  const page = await open({ size: 'desktop', path: '/en/my-playlists?archive=true' })
  await page.getByRole('button', { name: 'Arrange channels' }).click()
  await dragTo(page, 'Old', 'Pike', 'behind')
  await expect(hint(page, 'Everybody can watch')).toAppear()
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Show “Old” to everybody?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toDisappear()
  expect(await readBar()).toBe(initialOrder)
  await dragTo(page, 'Old', 'Pike', 'behind')
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Show to everybody' }).click()
  await expect.poll(readBar).toBe(initialOrder.replace('archive Old1 | ', '').replace('Pike3', 'Pike3 Old3'))
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)

  await disc(page, 'Zoo').click()
  await expect(disc(page, 'Yak')).toAppear()
  const title = page.getByRole('heading', { name: 'Arrange channels' })
  await page
    .locator('header')
    .first()
    .click({ position: { x: 4, y: 4 } })
  await expect(title).toDisappear()
  await page.reload()
  await page.getByRole('button', { name: 'Arrange channels' }).click()
  await expect(disc(page, 'Yak')).toAppear()

  for (const name of ['Ant', 'Bee', 'Cat']) await client(channelsContract.deletePlaylist, { params: { id: await idOf(name) } })
  await page.goto(`/en/my-playlists?playlist-group=${await idOf('Hall')}`)
  await expect(disc(page, 'Hen')).toAppear()
  // Waits, because the bar may first show stored data.
  await expect(disc(page, 'Cat')).toDisappear()
  await dragTo(page, 'Lark', 'Hen', 'behind')
  const end = (await page.locator('[data-ends] > *').last().boundingBox())!
  await page.mouse.move(end.x + 4, end.y + 20, { steps: 4 })
  await expect.poll(announcements(page)).toContain('Position 1 of 1 in Other channels')
  await page.mouse.up()
  await expect.poll(readBar).toContain('| other Lark1 |')
})
