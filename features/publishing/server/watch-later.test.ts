import { expect, test, vi } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { fillSeries, makeFilledChannel, makeSeries, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { startFakeSite } from '#test/site.ts'
import { channelsContract as channels } from '#features/channels/contract.ts'
import { limits } from '#features/channels/limits.ts'
import { status } from '#features/channels/rules.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { publishingContract as contract } from '../contract.ts'
import type { WatchedChoice } from '../rules.ts'
import { clearWatchedVideos } from './watch-later.ts'

const films = await startFakeSite()
const server = await startTestServer({ OUTBOUND_ALLOW: films.host, RATE_LIMITS: 'off' })
const { db, guest } = server
const ann = await createUser(server)

const saveForLater = (client: Client, body: { video_id?: string; source_playlist_id?: string; url?: string; title?: string }) =>
  client(contract.putInWatchLater, { body })
const channelOf = async (client: Client) => {
  const { watchLater } = await client(channels.listMyPlaylists, {})
  return client(channels.getPlaylist, { params: { id: watchLater.id } })
}
const readTitles = async (client: Client) => (await channelOf(client)).series.flatMap(({ videos }) => videos.map(({ title }) => title))
const markWatched = (client: Client, id: string, isWatched = true) =>
  client(watchingContract.setPosition, { params: { id }, body: { watched: isWatched } })
const clearWatched = () => clearWatchedVideos(db, new AbortController().signal)
const choose = (client: Client, seenChoice: WatchedChoice) => client(contract.setWatchLaterChoice, { body: { seen: seenChoice } })

test('a video keeps its title and is first; added again, it moves to the front', async () => {
  const eve = await createUser(server)
  const { videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Two'])
  const [first, second] = videoIds as [string, string]
  const put = await saveForLater(eve.client, { video_id: first })
  expect(put).toMatchObject({ title: 'One', copied_video_id: first, is_new: true, series_name: 'Videos', user_id: eve.id })
  await saveForLater(eve.client, { video_id: second })
  expect(await readTitles(eve.client)).toEqual(['Two', 'One'])
  expect(await saveForLater(eve.client, { video_id: first })).toMatchObject({ id: put.id, is_new: false })
  expect(await saveForLater(eve.client, { video_id: put.id })).toMatchObject({ id: put.id, is_new: false })
  expect(await readTitles(eve.client)).toEqual(['One', 'Two'])
  expect(await channelOf(eve.client)).toMatchObject({ status: 'Private', watch_later: true })
})

test('a link is named by its host and the user’s local time', async () => {
  const eve = await createUser(server)
  const inTokyo = server.clientFor({ token: eve.token, headers: { 'time-zone': 'Asia/Tokyo' } })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T20:05:09Z') })
  const put = await saveForLater(inTokyo, { url: films.page('One') }).finally(() => vi.useRealTimers())
  const title = `${films.host.split(':')[0]} - 2026-11-23 - 05:05:09`
  expect(put).toMatchObject({ title, src: films.page('One'), description: 'What it is about', is_new: true })
  expect(await saveForLater(eve.client, { url: films.page('One') })).toMatchObject({ id: put.id, title, is_new: false })
  expect((await channelOf(eve.client)).videos).toBe(1)
})

test('a link that is there already moves to the front also when the channel is full', async () => {
  const eve = await createUser(server)
  const { id } = await saveForLater(eve.client, { url: films.page('One'), title: 'One' })
  const { watchLater } = await eve.client(channels.listMyPlaylists, {})
  await fillSeries(db, (await makeSeries(eve.client, watchLater.id)).id, Array.from({ length: limits.videos - 1 }, String))
  expect(await outcome(saveForLater(eve.client, { url: films.page('Two'), title: 'Two' }))).toMatch(/^422 video_limit/)
  expect(await saveForLater(eve.client, { url: films.page('One') })).toMatchObject({ id, is_new: false })
})

test('a link with a title, as from a share sheet, keeps it', async () => {
  const eve = await createUser(server)
  expect(await saveForLater(eve.client, { url: films.page('Two'), title: ' The harbour ' })).toMatchObject({
    title: 'The harbour',
    is_new: true,
  })
  expect(await outcome(saveForLater(eve.client, { url: films.page('Two'), title: 'x'.repeat(256) }))).toBe('422 invalid title')
})

test('invalid and forbidden links are refused on their field, as are zero or two things', async () => {
  for (const url of ['', 'films', 'ftp://films.test/x', 'javascript:alert(1)', 'http://127.0.0.1/x', 'http://[::1]/', 7 as never])
    expect(await outcome(saveForLater(ann.client, { url }))).toMatch(/^422 (invalid|link_invalid) url$/)
  expect(await outcome(saveForLater(ann.client, {}))).toBe('422 one_thing url')
  const { videoIds } = await makeFilledChannel(db, ann.client)
  expect(await outcome(saveForLater(ann.client, { video_id: videoIds[0]!, url: films.page('One') }))).toBe('422 one_thing url')
  expect(await readTitles(ann.client)).toEqual([])
})

test('guests have no Watch Later channel, and hidden things look missing', async () => {
  const eve = await createUser(server)
  const open = await makeFilledChannel(db, ann.client)
  const hidden = await makeFilledChannel(db, ann.client, ['Hidden'], { status_id: status.private })
  const linked = await makeFilledChannel(db, ann.client, ['Linked'], { status_id: status.privateLink })
  expect(await outcome(saveForLater(guest, { video_id: open.videoIds[0]! }))).toMatch(/^401 /)
  expect(await outcome(saveForLater(eve.client, { video_id: hidden.videoIds[0]! }))).toBe('404 not_found')
  expect(await outcome(saveForLater(eve.client, { video_id: linked.videoIds[0]! }))).toBe('404 not_found')
  expect(await outcome(saveForLater(eve.client, { video_id: newId() }))).toBe('404 not_found')
  expect(await saveForLater(eve.client, { video_id: linked.videoIds[0]!, source_playlist_id: linked.playlistId })).toMatchObject({
    title: 'Linked',
  })
  const { id } = await channelOf(eve.client)
  for (const client of [guest, ann.client]) expect(await outcome(client(channels.getPlaylist, { params: { id } }))).toBe('404 not_found')
})

test('simultaneous calls for the same thing add it once', async () => {
  const eve = await createUser(server)
  const { videoIds } = await makeFilledChannel(db, ann.client)
  const put = await Promise.all(Array.from({ length: 8 }, () => saveForLater(eve.client, { video_id: videoIds[0]! })))
  expect(put.filter((item) => item.is_new)).toHaveLength(1)
  expect(await readTitles(eve.client)).toEqual(['First'])
})

test('watched videos move to the end or are removed, as their owner chose', async () => {
  const [eve, dan] = await Promise.all([createUser(server), createUser(server)])
  const { videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Two', 'Three'])
  for (const { client } of [eve, dan]) for (const id of videoIds) await saveForLater(client, { video_id: id })
  expect(await eve.client(contract.getWatchLaterChoice, {})).toEqual({ seen: 'end' })
  expect(await choose(dan.client, 'out')).toEqual({ seen: 'out' })
  for (const { client } of [eve, dan]) {
    const [first] = (await channelOf(client)).series[0]!.videos
    await markWatched(client, first!.id)
    // The second video was watched at the source.
    await markWatched(client, videoIds[1]!)
  }
  await clearWatched()
  expect(await readTitles(eve.client)).toEqual(['One', 'Three', 'Two'])
  expect(await readTitles(dan.client)).toEqual(['One'])
  await clearWatched()
  expect(await readTitles(eve.client)).toEqual(['One', 'Three', 'Two'])
  // After it is added again, the video counts as not watched.
  await saveForLater(dan.client, { video_id: videoIds[1]! })
  await clearWatched()
  expect(await readTitles(dan.client)).toEqual(['Two', 'One'])
  expect(await outcome(choose(dan.client, 'nowhere' as WatchedChoice))).toBe('422 invalid seen')
  expect(await outcome(choose(guest, 'out'))).toMatch(/^401 /)
})

test('playing videos stay, and so do those watched by others', async () => {
  const [eve, dan] = await Promise.all([createUser(server), createUser(server)])
  await choose(eve.client, 'out')
  const { videoIds } = await makeFilledChannel(db, ann.client, ['One'])
  const { id } = await saveForLater(eve.client, { video_id: videoIds[0]! })
  await markWatched(dan.client, videoIds[0]!)
  await clearWatched()
  expect(await readTitles(eve.client)).toEqual(['One'])
  const { viewActionId } = await eve.client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: id } })
  const { viewProcessId } = await eve.client(watchingContract.startView, { body: { viewActionId } })
  await eve.client(watchingContract.reportProgress, { body: { viewProcessId, position: 99, duration: 100 } })
  await clearWatched()
  expect(await readTitles(eve.client)).toEqual(['One'])
  await eve.client(watchingContract.endView, { body: { viewProcessId } })
  await clearWatched()
  expect(await readTitles(eve.client)).toEqual([])
})

test('neither channel can be deleted, archived, grouped, or made public', async () => {
  const eve = await createUser(server)
  const { directPublish, watchLater } = await eve.client(channels.listMyPlaylists, {})
  for (const { id, status_id } of [directPublish, watchLater]) {
    expect(await outcome(eve.client(channels.deletePlaylist, { params: { id } }))).toBe('403 special_channel')
    for (const body of [{ status_id: status_id === 3 ? 1 : 3 }, { status_id: 2 }, { is_archived: true }])
      expect(await outcome(eve.client(channels.updatePlaylist, { params: { id }, body }))).toBe('403 special_channel')
    const group = eve.client(channels.createGroup, { body: { name: 'G', status_id: 1, playlists: [id] } })
    expect(await outcome(group)).toMatch(/^(403|422) /)
  }
})
