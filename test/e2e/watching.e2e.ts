import { expect, test } from 'vitest'
import { watchingContract } from '#features/watching/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson, demoVideo } from './demo.ts'
import { seconds } from './playing.ts'
import { visitors } from './visitors.ts'

const visit = visitors()
const film = /\/aurora\/index\.m3u8$/

test('a started video resumes on another device from the home, or plays from the start', async () => {
  const { channel, video } = await demoVideo(film)
  const { browserStorage, client } = await demoPerson('rita')
  const first = await visit({ browserStorage, path: `/en/playlists?playlist=${channel.id}` })
  const begun = first.waitForResponse('**/api/view/start')
  await first.locator(`[data-card="${video.id}"]`).getByRole('link').first().click()
  await expect(first).toPlay()
  // Waits until the server has stored the playback, because each reported position belongs to a playback.
  await begun
  await first.keyboard.press('5')
  await expect.poll(() => seconds(first)).toBeGreaterThan(9)
  // Leaving the page sends the report.
  await first.goto('/en/terms')
  await expect.poll(async () => (await client(watchingContract.listVideosToContinue, {})).data.map(({ id }) => id)).toContain(video.id)

  const second = await visit({ browserStorage, size: 'desktop', path: '/en/playlists' })
  const row = second
    .getByRole('region', { name: 'Continue watching' })
    .or(second.locator('section', { hasText: 'Continue watching' }))
    .first()
  const card = row.locator(`[data-card="${video.id}"]`)
  await expect(card.getByRole('progressbar')).toAppear()
  expect(await axeViolationsInBothThemes(second)).toEqual([])
  await card.getByRole('link').first().click()
  // The notice is visible, and for a moment also announced.
  await expect(second.getByRole('dialog').getByText(/^From 0:\d\d$/)).toAppear()
  await expect.poll(() => seconds(second)).toBeGreaterThan(9)
  await second.getByRole('button', { name: 'From the start' }).click()
  await expect.poll(() => seconds(second)).toBeLessThan(9)
})

test('a live stream is marked on its card and in the public bar', async () => {
  const page = await visit({ path: '/en/playlists' })
  const stop = page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'Night Trains' })
  await stop.click()
  await expect(page.getByRole('link', { name: 'Live Live: the corridor window' })).toAppear()
})

test('after the banner of a channel its first series plays', async () => {
  const page = await visit({ path: '/en/playlists' })
  await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'Night Trains' }).click()
  await page.getByRole('link', { name: /^Start here/ }).click()
  await expect(page).toPlay()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('dialog', { name: /corridor window/ })).toAppear()
})

test('in a wide window, Tab goes down the history: first the setting, then the list below it', async () => {
  const { browserStorage, client } = await demoPerson('rita')
  const { video } = await demoVideo(film)
  await client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: video.id } })
  const page = await visit({
    path: '/en/playlists?recent-view=true',
    size: 'wide',
    browserStorage: { ...browserStorage, fill_window: 'true' },
  })
  const setting = page.getByRole('switch', { name: 'Keep my watch history' })
  const clear = page.getByRole('button', { name: 'Clear history' })
  await expect(clear).toAppear()
  await setting.focus()
  await page.keyboard.press('Tab')
  await expect(clear).toHaveFocus()
  const [above, below] = [(await setting.boundingBox())!, (await clear.boundingBox())!]
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height)
})
