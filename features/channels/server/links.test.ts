import { expect, onTestFinished, test, vi } from 'vitest'
import { fillSeries, makeChannel, makeFilledChannel, makeSeries, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { startFakeSite } from '#test/site.ts'
import { channelsContract as contract } from '../contract.ts'

const films = await startFakeSite()
// Limits per host are tested in `pending-videos.test.ts`.
const server = await startTestServer({ OUTBOUND_ALLOW: films.host, RATE_LIMITS: 'off' })
const { db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

const add = (id: string, links: string[], client = ann.client) => client(contract.addLinks, { params: { id }, body: links })
const insert = (playlist: string, series: string, index: number, links: string[], client = ann.client) =>
  client(contract.insertLinks, { params: { playlist, series, index }, body: links })
const readTitles = async (id: string) =>
  (await ann.client(contract.getPlaylist, { params: { id } })).series.map(({ videos }) => videos.map(({ title }) => title).join(' '))

test('links become videos of a new series, named in the caller’s language', async () => {
  const { id } = await makeChannel(ann.client)
  const videos = await add(id, [films.page('One'), films.file('two')], server.clientFor({ token: ann.token, language: 'nl' }))
  expect(videos).toMatchObject({
    playlist_id: id,
    name: "Video's",
    videos: [
      { title: 'One', description: 'What it is about', image: expect.any(String), site: 'The site', is_home: true },
      { src: films.file('two'), kind: 'file', content_type: 'video/mp4' },
    ],
  })
})

test('a link with an end time sets it, unless the form has one', async () => {
  const { id } = await makeChannel(ann.client)
  const src = `${films.file('two')}#t=1,4`
  const { videos } = await add(id, [src, films.file('two')])
  expect(videos.map(({ end_at }) => end_at)).toEqual([4, null])
  const body = { playlist_id: id, name: 'Cut', videos: [{ src, title: 'A', start_at: 6 }] }
  expect((await ann.client(contract.createSeries, { body })).videos).toMatchObject([{ start_at: 6, end_at: null }])
})

test('links go to the end of the first series that is not the banner', async () => {
  const { id } = await makeChannel(ann.client)
  await ann.client(contract.createSeries, { body: { playlist_id: id, name: 'Banner', type: 'header' } })
  const { id: first } = await makeSeries(ann.client, id)
  await makeSeries(ann.client, id)
  await fillSeries(db, first, ['A'])
  expect(await add(id, [films.page('B')])).toMatchObject({ id: first })
  expect(await readTitles(id)).toEqual(['', 'A B', ''])
})

test('a channel with only a banner gets a new series', async () => {
  const { id } = await makeChannel(ann.client)
  await ann.client(contract.createSeries, { body: { playlist_id: id, name: 'Banner', type: 'header' } })
  expect(await add(id, [films.page('A')])).toMatchObject({ name: 'Videos', type: null, position: 1 })
})

test('a video of an unreachable page is titled by its address', async () => {
  const { id } = await makeChannel(ann.client)
  const { videos } = await add(id, [films.nowhere, 'http://unknown-host.invalid/some/film'])
  expect(videos.map(({ title }) => title)).toEqual(['127.0.0.1/missing/film', 'unknown-host.invalid/some/film'])
})

test('a forbidden address is reported by its index, and nothing is added', async () => {
  const { id } = await makeChannel(ann.client)
  await expect(add(id, [films.page('Good'), 'http://127.0.0.1:1/x', 'http://[::1]/'])).rejects.toMatchObject({
    status: 422,
    body: { errors: { 1: ['Link is not valid'], 2: ['Link is not valid'] } },
  })
  expect(await outcome(add(id, [films.page('Good'), 'ftp://films.test/x', 'nonsense']))).toBe('422 invalid 1 2')
  expect(await readTitles(id)).toEqual([])
})

test('a call accepts 1 to 50 links as a plain list', async () => {
  const { id } = await makeChannel(ann.client)
  expect(await outcome(add(id, []))).toBe('422 invalid body')
  expect(
    await outcome(
      add(
        id,
        Array.from({ length: 51 }, () => films.page('x')),
      ),
    ),
  ).toBe('422 invalid body')
  expect(await outcome(add(id, { links: [films.page('x')] } as never))).toBe('422 invalid body')
  expect(
    (
      await add(
        id,
        Array.from({ length: 50 }, (_, index) => films.page(String(index))),
      )
    ).videos.map(({ title }) => title),
  ).toEqual(Array.from({ length: 50 }, (_, index) => String(index)))
})

test('links are inserted at a position', async () => {
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  expect(await insert(playlistId, seriesId, 1, [films.page('M'), films.page('N')])).toMatchObject({ id: seriesId })
  expect(await readTitles(playlistId)).toEqual(['A M N B'])
  await insert(playlistId, seriesId, 99, [films.page('Z')])
  expect(await readTitles(playlistId)).toEqual(['A M N B Z'])
})

test('the series must belong to the channel in the address', async () => {
  const [first, second] = [await makeFilledChannel(db, ann.client), await makeFilledChannel(db, ann.client)]
  expect(await outcome(insert(first.playlistId, second.seriesId, 0, [films.page('x')]))).toBe('404 not_found')
  expect(await outcome(insert(first.playlistId, first.seriesId, 'first' as never, [films.page('x')]))).toBe('404 not_found')
})

test('only editors can add links to a channel', async () => {
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client)
  const links = [films.page('x')]
  expect([await outcome(add(playlistId, links, guest)), await outcome(add(playlistId, links, bob.client))]).toEqual([
    '401 login_required',
    '403 forbidden',
  ])
  expect([
    await outcome(insert(playlistId, seriesId, 0, links, guest)),
    await outcome(insert(playlistId, seriesId, 0, links, bob.client)),
  ]).toEqual(['401 login_required', '403 forbidden'])
})

test('links added concurrently all get a position', async () => {
  const { id } = await makeChannel(ann.client)
  await Promise.all('ABCDEF'.split('').map((title) => add(id, [films.page(title)])))
  const [all, ...none] = await readTitles(id)
  expect(all?.split(' ').toSorted().join('')).toBe('ABCDEF')
  expect(none).toEqual([])
})

test('a link in Watch Later is titled by its host and the time in the user’s time zone', async () => {
  const { watchLater } = await ann.client(contract.listMyPlaylists, {})
  const inTokyo = server.clientFor({ token: ann.token, headers: { 'time-zone': 'Asia/Tokyo' } })
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T20:05:09Z') })
  const [host] = films.host.split(':')
  const { id, videos } = await add(watchLater.id, [films.page('One')], inTokyo)
  expect(videos).toMatchObject([{ title: `${host} - 2026-11-23 - 05:05:09`, description: 'What it is about' }])
  await insert(watchLater.id, id, 0, [films.page('Two')])
  const form = { src: films.page('Three') }
  await ann.client(contract.addVideos, { params: { id }, body: { videos: [form, { ...form, title: 'Given' }] } })
  await ann.client(contract.createSeries, { body: { playlist_id: watchLater.id, name: 'Other', videos: [form] } })
  vi.useRealTimers()
  const inBrussels = `${host} - 2026-11-22 - 21:05:09`
  const { series } = await ann.client(contract.getPlaylist, { params: { id: watchLater.id } })
  expect(series.map((item) => item.videos.map(({ title }) => title))).toEqual([
    [inBrussels, `${host} - 2026-11-23 - 05:05:09`, inBrussels, 'Given'],
    [inBrussels],
  ])
})
