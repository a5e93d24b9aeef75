import { expect, onTestFinished, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { publishingContract } from '#features/publishing/contract.ts'
import { makeChannel } from '../channels.ts'
import { newUser } from './accounts.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoChannels, demoPerson, demoVideo } from './demo.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()

test.for([
  ['en', 'desktop'],
  ['nl', 'phone'],
] as const)('the user’s own channels show in the chosen order, and in the bar’s order again: %s, %s', async ([language, size]) => {
  const t = textsIn(language).channels
  const { browserStorage, client } = await newUser()
  const oldestFirst = ['Fjords', 'Lighthouses', 'Peat']
  for (const name of oldestFirst) await makeChannel(client, { name, status_id: 1 })
  const page = await visit({ browserStorage, language, size, path: `/${language}/my-playlists` })
  // A high window, in which all rows are near, because distant rows don't load.
  if (size === 'phone') await page.setViewportSize({ width: 390, height: 1800 })
  const main = page.getByRole('main')
  const places = async () => {
    const text = await main.innerText()
    return oldestFirst.filter((name) => text.includes(name)).toSorted((a, b) => text.lastIndexOf(a) - text.lastIndexOf(b))
  }
  const choose = (name: string) => main.getByLabel(t('sort.label')).selectOption({ label: name })
  await choose(t('sort.added_asc'))
  await expect.poll(() => places()).toEqual(oldestFirst)
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await choose(t('sort.added_desc'))
  await expect.poll(() => places()).toEqual(oldestFirst.toReversed())
  await choose(t('sort.own'))
})

test('a guest sees a user’s channels in the chosen order', async () => {
  const t = textsIn('en').channels
  const channels = await demoChannels()
  const makers = channels.map(({ user_id: id }) => id)
  const maker = makers.find((id, index) => makers.indexOf(id) !== index)!
  const page = await visit({ path: `/en/settings?user=${maker}` })
  const sortedResponse = page.waitForResponse((response) => response.url().includes('sort=published_asc'))
  await page.getByLabel(t('sort.label')).selectOption({ label: t('sort.published_asc') })
  const { data } = (await (await sortedResponse).json()) as { data: { name: string }[] }
  expect(data.length).toBeGreaterThan(1)
  const shownOrder = async () => {
    const text = await page.getByRole('main').innerText()
    return data.map(({ name }) => name).toSorted((a, b) => text.lastIndexOf(a) - text.lastIndexOf(b))
  }
  await expect.poll(shownOrder).toEqual(data.map(({ name }) => name))
  expect(await axeViolationsInBothThemes(page)).toEqual([])
})

test('a link to shared videos marks the last shared one, regardless of its owner’s order', async () => {
  const { channel, video } = await demoVideo(/\/aurora\/index\.m3u8$/)
  const { client } = await demoPerson('iris')
  const own = channel.series.find(({ videos }) => videos.some(({ id }) => id === video.id))!
  const url = `/playlists?playlist=${channel.id}&serie=${own.id}&video=${video.id}`
  const shared = await client(publishingContract.shareVideo, { body: { series_id: own.id, video_id: video.id, url } })
  onTestFinished(async () => void (await client(channelsContract.deleteVideo, { params: { id: shared.id } })))
  const { directPublish } = await client(channelsContract.listMyPlaylists, {})
  const page = await visit({ path: `/en/playlists?playlist=${directPublish.id}&fromDirectPublish=true` })
  await expect(page.locator(`[data-card="${shared.id}"] [aria-current="true"]`)).toAppear()
  const plain = await visit({ path: `/en/playlists?playlist=${directPublish.id}` })
  await expect(plain.locator(`[data-card="${shared.id}"]`).first()).toAppear()
  expect(await plain.locator('[data-card] [aria-current="true"]').count()).toBe(0)
})
