import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { axeViolations } from './axe.ts'
import { waitForCode, createFinger, selectFirst, waitForDrag, waitForRender } from './gestures.ts'
import { initialOrder, dragTo, disc, hint, pointOn, announcements, toast, undo, ownBar } from './own-bar.ts'
import { visitors } from './visitors.ts'

const { readBar, open } = ownBar(visitors())

const selected = (page: Page, name = 'Selected') => page.getByRole('region', { name, exact: true })

test('selected channels are dragged as one by mouse and keyboard, with one toast and one undo', async () => {
  const page = await open({ size: 'desktop', path: '/en/my-playlists?archive=true' })
  await waitForCode(page, 'user', 'source')
  const select = async (first: string, second: string) => {
    await selectFirst(disc(page, first))
    await disc(page, second).click({ modifiers: ['Control'] })
    await expect(selected(page).getByText('2 selected')).toAppear()
  }
  await select('Ant', 'Cat')
  await dragTo(page, 'Cat', 'Lark', 'before')
  await expect(page.locator('[data-lifted]').getByText('2', { exact: true })).toAppear()
  expect(await page.locator('[data-lifted-along]').count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
  await page.mouse.up()
  await expect(toast(page, '2 channels are pinned')).toAppear()
  await expect.poll(readBar).toBe(initialOrder.replace('Lark1l', 'Ant1l Cat1l Lark1l').replace('other Ant1 Bee1 Cat1', 'other Bee1'))
  await expect(selected(page)).toDisappear()
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)
  // The announced number doesn't count the selected channels before the target.
  await select('Ant', 'Bee')
  await dragTo(page, 'Ant', 'Cat', 'behind')
  await page.mouse.up()
  await expect(toast(page, '2 channels moved. The first is now number 2')).toAppear()
  await expect.poll(readBar).toBe(initialOrder.replace('Ant1 Bee1 Cat1', 'Cat1 Ant1 Bee1'))
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)
  await select('Cat', 'Ant')
  await dragTo(page, 'Ant', 'Pike', 'behind')
  await expect(hint(page, 'Everybody can watch')).toAppear()
  await page.mouse.up()
  await page.getByRole('dialog', { name: 'Show 2 channels to everybody?' }).getByRole('button', { name: 'Show to everybody' }).click()
  await expect.poll(readBar).toBe(initialOrder.replace('Ant1 Bee1 Cat1', 'Bee1').replace('Pike3', 'Pike3 Cat3 Ant3'))
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)

  await page.getByRole('button', { name: 'Arrange channels' }).press('Enter')
  await disc(page, 'Ant').focus()
  await page.keyboard.press('x')
  await expect.poll(announcements(page)).toContain('1 selected')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(announcements(page)).toContain('2 selected')
  await page.keyboard.press('Enter')
  await expect.poll(announcements(page)).toContain('2 channels picked up. Arrow keys: move. Space: drop. Escape: put back.')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(readBar).toContain('left Lark1l Ant1l Bee1l |')
  await undo(page)
  await expect.poll(readBar).toBe(initialOrder)
})

test('on a phone: a hold selects channels, in the bar and on its shelves; dragging one drags all selected', async () => {
  const page = await open()
  const touch = await createFinger(page)
  const pressAndHold = async (name: string) => {
    await disc(page, name).evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }))
    await waitForRender(page)
    await touch.down(disc(page, name))
    await waitForDrag(page)
  }
  // Waits for the drag code, which loads when the browser is idle.
  await waitForCode(page, 'user', 'source')
  await pressAndHold('Ant')
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
  await expect.poll(readBar).toContain('left Lark1l Ant1l Bee1l |')
  await page.locator('[data-toasts]').getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(readBar).toBe(initialOrder)

  await page.getByRole('button', { name: 'Arrange channels' }).tap()
  await pressAndHold('Ant')
  await touch.up()
  await disc(page, 'Cat').tap()
  await expect(selected(page).getByText('2 selected')).toAppear()
  await pressAndHold('Ant')
  for (let turn = 0; turn < 2; turn++) await touch.to(await pointOn(disc(page, 'Lark'), 'behind'))
  await touch.up()
  await expect.poll(readBar).toContain('left Lark1l Ant1l Cat1l |')
  await expect(selected(page)).toDisappear()
})
