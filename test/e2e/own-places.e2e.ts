import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { createAccount, logInByForm } from './accounts.ts'
import { demoPerson } from './demo.ts'
import { middleOf, pressLong, waitForRender } from './gestures.ts'
import { goToResults, pathAndQuery, isInView, visitors } from './visitors.ts'

const visit = visitors()

const logInMarieke = async () => {
  const { client, browserStorage } = await demoPerson('marieke')
  return {
    client,
    mine: await client(channelsContract.listMyPlaylists, {}),
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  }
}
const dial = (page: Page) => page.getByRole('navigation', { name: 'My channels' })
const menuNames = (page: Page) => page.getByRole('menu').getByRole('menuitem').allInnerTexts()

describe('by touch', () => {
  test('holding a channel of the bar opens its menu after 1250 ms, and not before', async () => {
    const { browserStorage, mine } = await logInMarieke()
    const channel = mine.other[0]!
    const page = await visit({ path: '/en/my-playlists', browserStorage })
    const stop = dial(page).getByRole('link', { name: channel.name })
    expect(await pressLong(stop)).toBeGreaterThanOrEqual(1250)
    expect(await menuNames(page)).toEqual([
      'Share',
      'Edit channel',
      'Channel settings',
      'Mark as finished',
      'Archive',
      'Move channel right',
      'Unpin',
      'Put in a group',
      'Arrange channels',
      'Add to your channel',
      'Copy channel',
      'Cut channel',
      'Select',
      'Play all',
      'Statistics',
      'Delete channel',
    ])
    await page.getByRole('menuitem', { name: 'Edit channel' }).tap()
    await expect(page.getByRole('dialog', { name: 'Edit channel' }).getByLabel('Name')).toAppear()
  })

  test('Watch Later can be edited, but neither shared nor deleted', async () => {
    const { browserStorage } = await logInMarieke()
    const page = await visit({ path: '/en/my-playlists', browserStorage })
    await pressLong(dial(page).getByRole('link', { name: 'Watch later' }))
    expect(await menuNames(page)).toEqual(['Edit channel', 'Add to your channel', 'Copy channel', 'Play all'])
  })

  test('holding a video opens its menu after 700 ms, and plays nothing', async () => {
    const { browserStorage, mine, client } = await logInMarieke()
    const { id } = mine.public.find(({ direct_publish }) => !direct_publish)!
    const { series } = await client(channelsContract.getPlaylist, { params: { id } })
    const row = series.find(({ type, videos }) => type !== 'header' && videos.length > 1)!
    const page = await visit({ path: `/en/my-playlists?playlist=${id}`, browserStorage })
    const card = page.getByRole('region', { name: row.name, exact: true }).getByRole('link').first()
    expect(await pressLong(card)).toBeGreaterThanOrEqual(700)
    expect(await menuNames(page)).toContain('Edit episode')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toDisappear()
  })

  test('releasing the finger that opened a menu neither closes it nor presses anything', async () => {
    const { browserStorage, mine } = await logInMarieke()
    const channel = mine.other[0]!
    const page = await visit({ browserStorage })
    await page.clock.install()
    await page.goto('/en/my-playlists')
    for (const link of [dial(page).getByRole('link', { name: channel.name }), page.locator('[data-card] a').first()]) {
      await pressLong(link)
      await waitForRender(page)
      await page.clock.runFor(600)
      expect([await page.getByRole('menu').count(), pathAndQuery(page), await page.getByRole('dialog').count()]).toEqual([
        1,
        '/en/my-playlists',
        0,
      ])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toDisappear()
    }
  })

  test('a second tap on the button that opened a sheet neither closes it nor presses anything in it', async () => {
    const { browserStorage, mine } = await logInMarieke()
    const page = await visit({ path: `/en/my-playlists?playlist=${mine.other[0]!.id}`, browserStorage })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // Holds the sheet at the moment in which it appears.
    await page.evaluate(() => {
      const hold = () =>
        document
          .querySelector('[data-sheet]')
          ?.getAnimations()
          .forEach((animation) => animation.pause())
      new MutationObserver(hold).observe(document, { childList: true, subtree: true })
      addEventListener(
        'click',
        ({ target }) => Object.assign(window, { pressed: (target as Element).closest('[data-sheet]') !== null }),
        true,
      )
    })
    const pressed = () => page.evaluate(() => (window as unknown as { pressed: boolean }).pressed)
    const dialog = page.getByRole('dialog', { name: 'Add item' })
    await page.getByRole('button', { name: 'Add item' }).first().tap()
    await expect(dialog).toAppear()
    const inside = await middleOf(dialog.getByRole('button', { name: 'Close' }))
    await page.touchscreen.tap(inside.x, inside.y)
    await page.touchscreen.tap(inside.x, 20)
    await waitForRender(page)
    expect([await dialog.count(), await pressed()]).toEqual([1, false])

    await dialog.evaluate((sheet) => sheet.getAnimations().forEach((animation) => animation.finish()))
    await page.touchscreen.tap(inside.x, inside.y)
    await expect(dialog).toDisappear()
  })
})

test('a group shows its channels, and leads into them and back', { tags: ['journey'] }, async () => {
  const { browserStorage, mine } = await logInMarieke()
  const group = mine.groups.find(({ playlists }) => playlists.length > 0)!
  const page = await visit({ path: '/en/my-playlists', browserStorage })
  await dial(page).getByRole('link', { name: group.name }).tap()
  await page.waitForURL(`**/my-playlists?playlist-group=${group.id}`)
  await expect(page.getByRole('heading', { level: 1, name: group.name })).toAppear()
  await expect(dial(page).locator('[aria-current=page]').filter({ hasText: group.name })).toAppear()
  for (const { id } of group.playlists) await expect(page.getByRole('main').locator(`a[href*="playlist=${id}"]`).first()).toAppear()
  const [first] = group.playlists
  await page.getByRole('main').locator(`a[href$="playlist=${first!.id}"]`).first().tap()
  await expect(page.getByRole('heading', { level: 1, name: first!.name })).toAppear()
  await page.getByRole('link', { name: 'Back' }).tap()
  await page.waitForURL(`**/my-playlists?playlist-group=${group.id}`)
})

test('a missing group shows a message, and leads to the others', async () => {
  const { browserStorage } = await logInMarieke()
  const page = await visit({ path: '/en/my-playlists?playlist-group=AAAAAAAAAAA', browserStorage })
  await expect(page.getByRole('heading', { name: 'Group not found' })).toAppear()
  await expect(page.getByText('It may have been deleted.')).toAppear()
  await page.getByRole('link', { name: 'All my channels' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'My channels' })).toAppear()
})

test('a channel archived from the bar is in the archive, and can be restored from there', async () => {
  const { browserStorage, client } = await logInMarieke()
  const name = `Put away ${Date.now()}`
  const { id } = await client(channelsContract.createPlaylist, { body: { name, status_id: 1 } })
  const page = await visit({ path: '/en/my-playlists', browserStorage })
  const stop = dial(page).getByRole('link', { name })
  await pressLong(stop)
  await page.getByRole('menuitem', { name: 'Archive' }).tap()
  await expect(page.getByText(`“${name}” is in the archive`)).toAppear()
  await expect(stop).toDisappear()
  await dial(page).getByRole('link', { name: 'Archive' }).tap()
  await page.waitForURL('**/my-playlists?archive=true')
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await line.getByRole('button', { name: 'Restore' }).tap()
  await expect(line).toDisappear()
  await expect(stop).toAppear()
  await client(channelsContract.deletePlaylist, { params: { id } })
})

test('a new user sees no prompts where the first channel is created, and the first action is in view', async () => {
  const user = await createAccount()
  const page = await visit()
  await logInByForm(page, user, user.password)
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const response = await page.request.post('/api/playlists', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Boats', status_id: 1 },
  })
  expect(response.status()).toBe(200)
  const { id } = (await response.json()) as { id: string }
  await page.goto(`/en/my-playlists?playlist=${id}`)
  const action = page.getByRole('button', { name: 'Add the first item' })
  await expect(action).toAppear()
  expect(await isInView(action)).toBe(true)
  await action.tap()
  const adding = page.getByRole('dialog', { name: 'Add item' })
  await expect(adding).toAppear()
  const question = page.getByRole('region', { name: 'Where do you live?' })
  expect(await question.count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => adding.count()).toBe(0)
  await goToResults(page)
  await expect(question).toAppear()
})

describe('groups by menu', () => {
  test('groups a channel, then renames, archives and deletes the group', { tags: ['journey'] }, async () => {
    const { browserStorage, client } = await demoPerson('yusuf')
    const names = ['Rivers', 'Harbours', 'Lakes']
    for (const name of names) await client(channelsContract.createPlaylist, { body: { name, status_id: 1 } })
    const page = await visit({ path: '/en/my-playlists', browserStorage, size: 'desktop' })
    const stop = (name: string) => dial(page).getByRole('link', { name, exact: true })
    const chooseInMenu = async (name: string, row: string) => {
      await stop(name).click({ button: 'right' })
      await page.getByRole('menuitem', { name: row }).click()
    }
    const undo = () => page.getByRole('button', { name: 'Undo' }).last().click()
    const bar = async () =>
      (await client(channelsContract.listMyPlaylists, {})).other.map(({ name }) => name).filter((name) => names.includes(name))

    await chooseInMenu('Harbours', 'Put in a group')
    await page.getByRole('button', { name: 'New group' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'New group' })
    await dialog.getByLabel('Name').fill('Water')
    await dialog.locator('label').filter({ hasText: 'Lakes' }).click()
    expect(await dialog.getByRole('checkbox', { name: 'Lakes' }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Make group' }).click()
    await expect(page.getByText('Group created')).toAppear()
    await expect(stop('Water')).toAppear()
    await expect(stop('Lakes')).toDisappear()
    expect(await bar()).toEqual(['Rivers'])
    // The new group has the focus.
    await expect.poll(() => stop('Water').evaluate((focusTarget) => focusTarget === document.activeElement)).toBe(true)
    await undo()
    await expect(stop('Water')).toDisappear()
    await expect.poll(bar).toEqual(names)

    await chooseInMenu('Harbours', 'Put in a group')
    await page.getByRole('button', { name: 'New group' }).last().click()
    await dialog.getByLabel('Name').fill('Water')
    await dialog.getByRole('button', { name: 'Make group' }).click()
    await chooseInMenu('Water', 'Edit group')
    await page.getByRole('dialog', { name: 'Edit group' }).getByLabel('Name').fill('Sea')
    await page.getByRole('dialog', { name: 'Edit group' }).getByRole('button', { name: 'Save' }).click()
    await chooseInMenu('Sea', 'Archive')
    await expect(stop('Sea')).toDisappear()
    // Waits for this toast, because the previous one also has an Undo.
    await expect(page.getByText('The group “Sea” is in the archive')).toAppear()
    await undo()
    await expect(stop('Sea')).toAppear()
    await chooseInMenu('Sea', 'Delete group')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click()
    await expect(stop('Sea')).toDisappear()
    await expect.poll(bar).toEqual(['Rivers', 'Lakes', 'Harbours'])
  })
})
