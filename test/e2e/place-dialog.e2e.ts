import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { card, choose } from './channel-page.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { visitors } from './visitors.ts'

const visit = visitors()
const seriesName = (nth: number) => `Series with a long name ${nth}`

test('the series of a chosen channel, however many, don’t move the button', async ({ onTestFinished }) => {
  const { client, browserStorage } = await demoPerson('noor')
  const from = await makeChannel('noor', 'Workshop', { One: 2 })
  const to = await makeChannel('noor', 'Depot', Object.fromEntries(Array.from({ length: 8 }, (_, index) => [seriesName(index + 1), 1])))
  onTestFinished(async () => {
    for (const id of [from, to]) await client(channelsContract.deletePlaylist, { params: { id } })
  })
  const { name } = await client(channelsContract.getPlaylist, { params: { id: to } })
  const page = await visit({
    path: `/en/my-playlists?playlist=${from}`,
    size: 'desktop',
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  })
  let respond = () => {}
  const isAsked = new Promise<void>((resolve) => (respond = resolve))
  await page.route(`**/api/playlists/${to}`, async (route) => {
    await isAsked
    await route.continue()
  })
  await choose(page, card(page, 'One 1'), 'Move item')
  const dialog = page.getByRole('dialog', { name: 'Move to channel' })
  await dialog.getByRole('radio', { name }).check()
  await expect(dialog.getByText('Loading the channel')).toAppear()
  const button = dialog.getByRole('button', { name: `Move to ${name}` })
  const before = await button.boundingBox()
  respond()
  await expect(dialog.getByRole('radio', { name: seriesName(8) })).toAppear()
  expect(await button.boundingBox()).toEqual(before)
})
