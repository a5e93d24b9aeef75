import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson, demoVideo } from './demo.ts'
import { visitors } from './visitors.ts'

const visit = visitors()
const film = /\/aurora\/index\.m3u8$/

test('a link from a share sheet is saved to Watch Later after a press, and for a guest after a login', async () => {
  const link = 'https://films.test/one'
  const shared = `/en/watch-later?title=A%20film&text=${encodeURIComponent(`Look: ${link}.`)}`
  const guest = await visit({ path: shared })
  await expect(guest.getByText('A film')).toAppear()
  await guest.getByRole('link', { name: 'Log in' }).first().click()
  await expect.poll(() => guest.evaluate(() => localStorage.getItem('redirected_from'))).toContain('/en/watch-later?')

  const { browserStorage, client } = await demoPerson('rita')
  const page = await visit({ browserStorage, path: shared })
  await expect(page.getByRole('heading', { name: 'Save this to Watch later?' })).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  const { watchLater } = await client(channelsContract.listMyPlaylists, {})
  const links = async () =>
    (await client(channelsContract.getPlaylist, { params: { id: watchLater.id } })).series.flatMap(({ videos }) =>
      videos.map(({ src }) => src),
    )
  // Opening the page alone doesn't add the link.
  expect(await links()).not.toContain(link)
  await page.getByRole('button', { name: 'Watch later' }).click()
  await expect(page.getByRole('heading', { name: 'Saved to Watch later' })).toAppear()
  expect(await links()).toContain(link)
})

test('watched videos are listed by day, removed and restored', async () => {
  const { channel, video } = await demoVideo(film)
  const { browserStorage, client } = await demoPerson('rita')
  await client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: video.id } })
  const page = await visit({ browserStorage, path: '/en/playlists?recent-view=true' })
  const row = page.getByRole('listitem').filter({ hasText: video.title })
  await expect(page.getByRole('heading', { name: 'Today' })).toAppear()
  await expect(row.getByText(channel.name)).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: `Remove “${video.title}” from the list` }).click()
  await expect.poll(() => row.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toAppear()
})

test('a video is shared with followers from its menu, and saved for later with W', async () => {
  const { channel, video } = await demoVideo(film)
  const { browserStorage, client } = await demoPerson('rita')
  const page = await visit({ browserStorage, path: `/en/playlists?playlist=${channel.id}` })
  const card = page.locator(`[data-card="${video.id}"]`)
  await card.getByRole('link').first().focus()
  await page.keyboard.press('w')
  await expect(page.getByText(`“${video.title}” is in Watch later`).first()).toAppear()
  await card.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Direct share' }).click()
  await expect(page.getByText(`You shared “${video.title}” with your followers`).first()).toAppear()
  const { directPublish } = await client(channelsContract.listMyPlaylists, {})
  const { series } = await client(channelsContract.getPlaylist, { params: { id: directPublish.id } })
  expect(series[0]?.videos[0]).toMatchObject({ copied_video_id: video.id, shared: { url: expect.stringContaining(video.id) } })
})
