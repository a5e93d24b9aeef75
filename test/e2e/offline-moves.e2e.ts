import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { axeViolations } from './axe.ts'
import { makeTeamChannel, videoCard } from './team-channel.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors({ serviceWorker: true })
const expectedErrors = /ERR_INTERNET_DISCONNECTED|Code did not load|status of 4(03|04|22)/

const views = [
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const

async function moveByKey(page: Page, title: string, key: 'ArrowLeft' | 'ArrowRight') {
  await videoCard(page, title).focus()
  await page.keyboard.press(`Shift+${key}`)
}
const orderOn = async (page: Page) =>
  (await page.locator('[data-card] > a').allInnerTexts()).map((text) => /One (\d)/.exec(text)?.[1]).join(' ')
const waitingOn = (page: Page) =>
  page.evaluate(() =>
    Object.entries<string>(localStorage).flatMap(([key, call]) =>
      key.startsWith('waiting_moves.') ? (JSON.parse(call) as { text: string }).text : [],
    ),
  )

test.each(views)(
  'moves made offline are merged with those of others, once, after a closed tab and a switch of mode: %s, %s',
  async (size, language) => {
    const { arranging: a, teams: t } = textsIn(language)
    const name = `Offline ${size}`
    const { teamId, channelId, seriesId, videoIds, admin, member, read, order } = await makeTeamChannel(name)
    const address = `/${language}/my-playlists?playlist=${channelId}`
    const page = await visit({
      browserStorage: { ...member.browserStorage, canceled_enter_fields_modal: 'true', account_mode: 'TEAM', team_id: teamId },
      size,
      language,
      path: address,
      expected: expectedErrors,
    })
    const context = page.context()
    await expect(videoCard(page, 'One 5')).toAppear()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    // Loads the code for moves and that of the menu, because they couldn't load offline.
    await moveByKey(page, 'One 5', 'ArrowLeft')
    await expect.poll(order).toBe('1 2 3 5 4')

    const badge = page.getByRole('button', { name: t('mode.label', { name }) })
    const switchToMe = page.getByRole('menuitem', { name: t('mode.me'), exact: true })
    await badge.click()
    await expect(switchToMe).toAppear()
    await page.keyboard.press('Escape')
    await expect(switchToMe).toDisappear()

    await context.setOffline(true)
    // Each move follows from the order that the page shows.
    for (const [title, key, shownOrder] of [
      ['One 5', 'ArrowLeft', '1 2 5 3 4'],
      ['One 4', 'ArrowLeft', '1 2 5 4 3'],
      ['One 2', 'ArrowRight', '1 5 2 4 3'],
    ] as const) {
      await moveByKey(page, title, key)
      await expect.poll(() => orderOn(page)).toBe(shownOrder)
    }
    await expect(page.getByText(a('waiting.waiting', { count: 3 }))).toAppear()
    expect(await axeViolations(page)).toEqual([])
    expect(await waitingOn(page)).toHaveLength(3)

    // Other members edit the channel while this page is offline.
    await admin.client(channelsContract.deleteVideo, { params: { id: videoIds[1]! } })
    await admin.client(channelsContract.moveVideos, { body: { videos: [videoIds[0]!], series_id: seriesId } })
    const { revision } = await read()
    expect(await order()).toBe('3 5 4 1')

    await badge.click()
    await switchToMe.click()
    await page.reload()
    await page.close()
    const tab = await context.newPage()
    await tab.goto(address)
    expect(await waitingOn(tab)).toHaveLength(3)
    await context.setOffline(false)

    // Two moves were merged. The move of the deleted video is shown as refused.
    const bar = tab.locator('[data-bar]', { hasText: a('waiting.refused', { count: 1 }) })
    await expect(bar).toAppear()
    expect(await bar.innerText()).toContain('One 2')
    await expect.poll(order).toBe('5 4 3 1')
    await expect.poll(() => orderOn(tab)).toBe('5 4 3 1')
    expect(await axeViolations(tab)).toEqual([])
    await takeScreenshot(tab, `refused-${size}`)
    expect((await read()).revision).toBe(revision + 2)
    await bar.getByRole('button', { name: a('waiting.dismiss') }).click()
    await expect(bar).toDisappear()
    await tab.reload()
    await expect(videoCard(tab, 'One 5')).toAppear()
    expect((await read()).revision).toBe(revision + 2)
  },
)

test('two pages of a browser that make moves offline at once keep all of them, and each sends its own', async () => {
  const { arranging: a } = textsIn('en')
  const { channelId, member, read, order } = await makeTeamChannel('Two pages', 8)
  const address = `/en/my-playlists?playlist=${channelId}`
  const firstTab = await visit({
    browserStorage: { ...member.browserStorage, canceled_enter_fields_modal: 'true' },
    size: 'desktop',
    path: address,
    expected: expectedErrors,
  })
  const other = await firstTab.context().newPage()
  await other.goto(address)
  const pages = [
    [firstTab, 'One 8'],
    [other, 'One 1'],
  ] as const
  for (const [page] of pages) await expect(videoCard(page, 'One 8')).toAppear()
  // Loads the code for moves, because it couldn't load offline.
  await moveByKey(firstTab, 'One 8', 'ArrowLeft')
  await moveByKey(other, 'One 1', 'ArrowRight')
  await expect.poll(order).toBe('2 1 3 4 5 6 8 7')
  await expect.poll(() => orderOn(firstTab)).toBe('2 1 3 4 5 6 8 7')
  await expect.poll(() => orderOn(other)).toBe('2 1 3 4 5 6 8 7')
  const { revision } = await read()

  await firstTab.context().setOffline(true)
  for (let count = 1; count <= 3; count++) {
    await Promise.all([moveByKey(firstTab, 'One 8', 'ArrowLeft'), moveByKey(other, 'One 1', 'ArrowRight')])
    await expect.poll(async () => (await waitingOn(firstTab)).length).toBe(2 * count)
  }
  for (const [page, title] of pages) {
    await expect(page.getByText(a('waiting.waiting', { count: 6 }))).toAppear()
    expect((await waitingOn(page)).filter((text) => text.includes(title))).toHaveLength(3)
  }
  await firstTab.context().setOffline(false)
  await expect.poll(async () => (await waitingOn(firstTab)).length).toBe(0)
  expect((await read()).revision).toBe(revision + 6)
  const initialOrder = await order()
  expect(initialOrder.split(' ').toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  for (const [page] of pages) {
    await expect.poll(() => orderOn(page)).toBe(initialOrder)
    await expect(page.locator('[data-bar]', { hasText: 'couldn’t be made' })).toDisappear()
  }
})
