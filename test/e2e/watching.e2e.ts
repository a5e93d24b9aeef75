import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { watchingContract } from '#features/watching/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson, demoVideo } from './demo.ts'
import { seconds } from './playing.ts'
import { visitors } from './visitors.ts'

const visit = visitors()
const film = /\/aurora\/index\.m3u8$/

const titles = (page: Page) =>
  page
    .locator('[data-queue] [data-queued]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('[data-choose] span span')?.textContent))

test('what one watches goes on where one was on another device, from its card on the home; or from the start', async () => {
  const { channel, video } = await demoVideo(film)
  const { stored, client } = await demoPerson('rita')
  const first = await visit({ stored, path: `/en/playlists?playlist=${channel.id}` })
  await first.locator(`[data-card="${video.id}"]`).getByRole('link').first().click()
  await expect(first).toPlay()
  await first.keyboard.press('5')
  await expect.poll(() => seconds(first)).toBeGreaterThan(9)
  // It is told as the page is left.
  await first.goto('/en/terms')
  await expect.poll(async () => (await client(watchingContract.listContinue, {})).data.map(({ id }) => id)).toContain(video.id)

  const second = await visit({ stored, size: 'desktop', path: '/en/playlists' })
  const row = second
    .getByRole('region', { name: 'Continue watching' })
    .or(second.locator('section', { hasText: 'Continue watching' }))
    .first()
  const card = row.locator(`[data-card="${video.id}"]`)
  await expect(card.getByRole('progressbar')).toAppear()
  expect(await axeViolationsInBothThemes(second)).toEqual([])
  await card.getByRole('link').first().click()
  await expect(second.getByText(/^From 0:\d\d$/)).toAppear()
  await expect.poll(() => seconds(second)).toBeGreaterThan(9)
  await second.getByRole('button', { name: 'From the start' }).click()
  await expect.poll(() => seconds(second)).toBeLessThan(9)
})

test('a queue is put together from menus, put in order, goes on in the mini-player and outlives a reload', async () => {
  const { channel } = await demoVideo(film)
  const { stored } = await demoPerson('rita')
  // A banner is no card.
  const videos = channel.series.find(({ type, videos: all }) => type !== 'header' && all.length > 2)!.videos
  const page = await visit({ stored, path: `/en/playlists?playlist=${channel.id}` })
  const current = videos.find(({ kind }) => kind === 'hls' || kind === 'file')!
  const last = videos.at(-1)!
  await page.locator(`[data-card="${current.id}"]`).getByRole('link').first().click()
  const player = page.getByRole('dialog', { name: current.title })
  await expect(player).toAppear()
  await page.getByRole('button', { name: 'Make small' }).click()
  await page
    .locator(`[data-card="${last.id}"]`)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Play next' }).click()
  const mini = page.locator('[data-docked]')
  await mini.locator('[data-expand]').click()
  await expect.poll(async () => (await titles(page))[0]).toBe(last.title)
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  // By keys, and by the grip.
  const before = await titles(page)
  await page.locator(`[data-queued="${last.id}"] [data-choose]`).focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual([before[1], before[0]])
  await page.locator(`[data-queued="${last.id}"] [data-grip]`).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual([before[0], before[1]])
  await page.reload()
  await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual([before[0], before[1]])
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Make small' }).click()
  await mini.getByRole('button', { name: `Next: ${last.title}` }).click()
  await expect(page.getByRole('region', { name: `Mini-player: ${last.title}` })).toAppear()
  await page.reload()
  await expect(page.getByRole('region', { name: `Mini-player: ${last.title}` })).toAppear()
})
