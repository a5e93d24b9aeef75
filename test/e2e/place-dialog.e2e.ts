import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { card, choose } from './channel-page.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { visitors } from './visitors.ts'

const visit = visitors()

test('the button that moves a video keeps its place when two lines of series have loaded', async ({ onTestFinished }) => {
  const { client, browserStorage } = await demoPerson('noor')
  const channelId = await makeChannel('noor', 'Here', { One: 2 })
  const many = ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((name) => [`${name} of several series`, 1] as const)
  const wideId = await makeChannel('noor', 'Wide', Object.fromEntries(many))
  onTestFinished(async () => {
    for (const id of [channelId, wideId]) await client(channelsContract.deletePlaylist, { params: { id } })
  })
  const page = await visit({
    path: `/en/my-playlists?playlist=${channelId}`,
    size: 'desktop',
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  })
  await expect(page.locator('[data-card]').first()).toAppear()
  let load = () => {}
  const loading = new Promise<void>((resolve) => (load = resolve))
  await page.route(`**/api/playlists/${wideId}*`, async (route) => {
    await loading
    await route.continue()
  })
  await choose(page, card(page, 'One 2'), 'Move item')
  const dialog = page.getByRole('dialog', { name: 'Move to channel' })
  await dialog.getByText('Wide', { exact: true }).click()
  await expect(dialog.getByText('Loading the channel')).toAppear()
  const place = () => dialog.getByRole('button', { name: 'Move to Wide' }).boundingBox()
  const before = await place()
  load()
  await expect(dialog.getByText('Fifth of several series')).toAppear()
  expect(await place()).toEqual(before)
})
