import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { shortcutsContract } from '#features/shortcuts/contract.ts'
import { newUser } from './accounts.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoOperator } from './demo.ts'
import { waitForCode, createFinger, startDragging, waitForDrag, waitForDrop, waitForRender } from './gestures.ts'
import { visitors, waitForPageEntry } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()

const views = [
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const

test.each(views)('a package is added to the bar, moved, removed and opened: %s, %s', async (device, language) => {
  const { arranging: ta, packages: tp, shortcuts: t, web: tw } = textsIn(language)
  const operator = await demoOperator('noor')
  const names = ['Ballet', 'Opera', 'Tango'].map((name) => `${name} ${device}`)
  const [ballet, opera, tango] = names as [string, string, string]
  const tiers = []
  for (const name of names) tiers.push(await operator.client(packagesContract.createTier, { body: { name, price: '4.99' } }))
  const user = await newUser()
  await user.client(channelsContract.createPlaylist, { body: { name: 'Ants', status_id: 1 } })
  for (const { id } of tiers.slice(0, 2)) await user.client(shortcutsContract.addShortcut, { body: { tier_id: id } })
  const inBar = async () => (await user.client(shortcutsContract.listShortcuts, {})).map(({ name }) => name)

  const browserStorage = { ...user.browserStorage, canceled_enter_fields_modal: 'true', fill_window: 'true' }
  const page = await visit({ browserStorage, size: device, path: `/${language}/tiers` })
  const saveScreenshot = (shot: string) => takeScreenshot(page, `${shot}-${device}`)
  const disc = (name: string) => page.locator('[data-own-bar] [data-stop]').filter({ hasText: name })
  const discs = async () => {
    const shownStops = await page.locator('[data-own-bar] [data-stop]').allInnerTexts()
    return shownStops.flatMap((text) => names.filter((name) => text.includes(name.slice(0, 5))))
  }
  const toast = (text: string) => page.locator('[data-toasts] > *').filter({ hasText: text })
  const clickItem = (name: string) => page.getByRole('menuitem', { name, exact: true }).click()

  await page.getByRole('button', { name: tp('menu', { name: tango }) }).click()
  await saveScreenshot('menu')
  await clickItem(t('add'))
  await expect(page.getByText(t('added', { name: tango }))).toAppear()
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await saveScreenshot('packages')
  await page.goto(`/${language}/tiers?tier=${tiers[2]!.id}`)
  await page.getByRole('button', { name: tw('screen.menu', { name: tango }) }).click()
  await expect(page.getByRole('menuitem', { name: t('remove'), exact: true })).toAppear()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: t('remove'), exact: true })).toDisappear()
  await waitForPageEntry(page)
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await saveScreenshot('package')

  await page.goto(`/${language}/my-playlists`)
  await expect(disc('Tango')).toAppear()
  expect(await discs()).toEqual([ballet, opera, tango])
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await saveScreenshot('bar')
  await disc('Tango').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(discs).toEqual([ballet, tango, opera])
  await page.keyboard.press('Control+z')
  await expect.poll(discs).toEqual([ballet, opera, tango])
  await expect.poll(inBar).toEqual([ballet, opera, tango])

  await page.getByRole('button', { name: ta('bar.arrange') }).click()
  await disc('Ballet').focus()
  for (const key of [' ', 'ArrowRight', ' ']) {
    await page.keyboard.press(key)
    await waitForRender(page)
  }
  await expect.poll(inBar).toEqual([opera, ballet, tango])
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await saveScreenshot('arranging')
  await page.getByRole('button', { name: ta('arrange.done') }).click()

  if (device === 'desktop') {
    await startDragging(disc('Ballet'), { x: 8, y: 2 })
    const { x, y, width } = (await disc('Later').boundingBox())!
    for (let turn = 0; turn < 4; turn++) {
      await page.mouse.move(x + width * 0.97, y + 30, { steps: 4 })
      await waitForRender(page)
    }
    await page.mouse.up()
    await waitForDrop(page)
    const sides = async () => (await user.client(shortcutsContract.listShortcuts, {})).map((item) => [item.name, item.is_left])
    await expect.poll(sides).toEqual([
      [ballet, true],
      [opera, false],
      [tango, false],
    ])
    await toast(t('moved_left', { name: ballet }))
      .getByRole('button')
      .click()
    await expect.poll(inBar).toEqual([opera, ballet, tango])
  }

  await disc('Opera').focus()
  await page.keyboard.press('Shift+F10')
  await clickItem(t('remove'))
  await expect.poll(discs).toEqual([ballet, tango])
  await toast(t('removed', { name: opera }))
    .getByRole('button')
    .click()
  await expect.poll(discs).toEqual([opera, ballet, tango])
  await expect.poll(inBar).toEqual([opera, ballet, tango])
  await disc('Opera').click()
  await expect(page.getByRole('heading', { name: opera, level: 1 })).toAppear()
})

test('a shortcut that is removed elsewhere while it is dragged stays removed', async () => {
  const { shortcuts: t } = textsIn('en')
  const operator = await demoOperator('noor')
  const user = await newUser()
  await user.client(channelsContract.createPlaylist, { body: { name: 'Ants', status_id: 1 } })
  for (const name of ['Waltz', 'Zouk']) {
    const { id } = await operator.client(packagesContract.createTier, { body: { name, price: '4.99' } })
    await user.client(shortcutsContract.addShortcut, { body: { tier_id: id } })
  }
  const [waltz] = await user.client(shortcutsContract.listShortcuts, {})
  const browserStorage = { ...user.browserStorage, canceled_enter_fields_modal: 'true', fill_window: 'true' }
  const page = await visit({ browserStorage, size: 'desktop', path: '/en/my-playlists', expected: /404/ })
  const disc = (name: string) => page.locator('[data-own-bar] [data-stop]').filter({ hasText: name })
  await expect(disc('Zouk')).toAppear()
  await waitForPageEntry(page)
  await startDragging(disc('Waltz'), { x: 8, y: 2 })
  await user.client(shortcutsContract.deleteShortcut, { params: { id: waltz!.id } })
  const { x, y, width } = (await disc('Zouk').boundingBox())!
  for (let turn = 0; turn < 4; turn++) {
    await page.mouse.move(x + width * 0.97, y + 30, { steps: 4 })
    await waitForRender(page)
  }
  await page.mouse.up()
  await expect(page.getByText(t('gone', { name: 'Waltz' }))).toAppear()
  await expect(disc('Waltz')).toDisappear()
  expect((await user.client(shortcutsContract.listShortcuts, {})).map(({ name }) => name)).toEqual(['Zouk'])
})

test.each(['desktop', 'phone'] as const)('a package’s card is dragged into the bar, by its menu too, and undone: %s', async (device) => {
  const { shortcuts: t, packages: tp } = textsIn('en')
  const operator = await demoOperator('noor')
  const [first, second] = [`Comedy ${device}`, `Drama ${device}`]
  for (const name of [first, second]) await operator.client(packagesContract.createTier, { body: { name, price: '4.99' } })
  const user = await newUser()
  await user.client(channelsContract.createPlaylist, { body: { name: 'Ants', status_id: 1 } })
  const inBar = async () => (await user.client(shortcutsContract.listShortcuts, {})).map(({ name }) => name)
  const browserStorage = { ...user.browserStorage, canceled_enter_fields_modal: 'true', fill_window: 'true' }
  const page = await visit({ browserStorage, size: device, path: '/en/tiers' })
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const bar = page.locator('[data-own-bar]')
  const toast = (text: string) => page.locator('[data-toasts] > *').filter({ hasText: text })
  await expect(card(first)).toAppear()
  expect(await bar.count()).toBe(0)

  const dragOntoEnd = async (name: string) => {
    const finger = device === 'phone' ? await createFinger(page) : undefined
    if (finger) {
      await waitForCode(page, 'package-source')
      await finger.down(card(name))
      await waitForDrag(page)
      // Moves the finger, because the card's menu opens if it stays still.
      await finger.by(0, -20)
    } else await startDragging(card(name))
    // The bar of shortcuts replaces the bar of channels.
    const stop = bar.locator('[data-stop]').filter({ hasText: 'Ants' })
    await expect(stop).toAppear()
    for (let turn = 0; turn < 4; turn++) {
      // Finds the element again, because items that move apart get new elements.
      let box: Awaited<ReturnType<typeof stop.boundingBox>> = null
      await expect.poll(async () => (box = await stop.boundingBox())).not.toBe(null)
      const { x, y, width } = box!
      const point = { x: x + width + 4, y: y + 30 }
      await (finger ? finger.to(point) : page.mouse.move(point.x, point.y, { steps: 4 }))
      await waitForRender(page)
    }
    await takeScreenshot(page, `card-drag-${device}`)
    await (finger ? finger.up() : page.mouse.up())
    await waitForDrop(page)
  }
  await dragOntoEnd(first)
  await expect.poll(inBar).toEqual([first])
  await expect(toast(t('added', { name: first }))).toAppear()
  await expect.poll(() => bar.count()).toBe(0)
  await toast(t('added', { name: first }))
    .getByRole('button')
    .click()
  await expect.poll(inBar).toEqual([])

  // Dropping outside of the bar has no effect. Escape puts the item back.
  if (device === 'desktop') {
    await startDragging(card(first))
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await inBar()).toEqual([])
  }

  // Opens the item's menu by keyboard. Dragging then moves the item.
  await page.getByRole('button', { name: tp('menu', { name: second }) }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: t('add'), exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(inBar).toEqual([second])
  await dragOntoEnd(first)
  await expect.poll(async () => (await inBar()).toSorted()).toEqual([first, second])
  await dragOntoEnd(second)
  await expect.poll(inBar).toEqual([second, first])
})
