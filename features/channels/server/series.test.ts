import { expect, test } from 'vitest'
import { fillChannel, fillSeries, makeChannel, makeFilledChannel, makeSeries, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { startFakeSite } from '#test/site.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'

const films = await startFakeSite()
const server = await startTestServer({ OUTBOUND_ALLOW: films.host })
const { db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
const form = server.clientFor({ token: ann.token, form: true })
const picture = await fetch(films.picture).then((response) => response.blob())

const readSeries = async (playlistId: string) => (await ann.client(contract.getPlaylist, { params: { id: playlistId } })).series
const readTitles = async (playlistId: string) =>
  (await readSeries(playlistId)).map(({ videos }) => videos.map(({ title }) => title).join(' '))
const numberedTitles = (count: number) => Array.from({ length: count }, (_, index) => `Video ${index}`)

test('a series is added at the end', async () => {
  const { id: playlist_id } = await makeChannel(ann.client)
  await makeSeries(ann.client, playlist_id)
  const series = await ann.client(contract.createSeries, { body: { playlist_id, name: 'Second', description: 'More' } })
  expect(series).toEqual({
    id: expect.any(String),
    playlist_id,
    name: 'Second',
    description: 'More',
    is_cut: false,
    type: null,
    position: 1,
    owner: ann.id,
    source: null,
    shared: null,
    videos: [],
  })
  expect((await readSeries(playlist_id))[1]).toEqual(series)
})

test('a series is created with videos; pages supply missing fields', async () => {
  const { id: playlist_id } = await makeChannel(ann.client)
  const videos = [
    { src: films.page('Told by the page') },
    {
      src: films.file('clip'),
      title: 'My own title',
      description: 'My own text',
      image: picture as File,
      go_to: 'https://example.com/shop',
      go_to_title: 'Shop',
    },
  ]
  const series = await form(contract.createSeries, { body: { playlist_id, name: 'Films', videos } })
  const image = expect.stringMatching(/^\/media\/pictures\/.+\/960\.webp$/)
  expect(series.videos).toMatchObject([
    {
      title: 'Told by the page',
      description: 'What it is about',
      image,
      site: 'The site',
      kind: 'page',
      published_at: '2020-02-03T04:05:06.000Z',
      has_buttons: false,
      is_home: true,
    },
    {
      title: 'My own title',
      description: 'My own text',
      image,
      kind: 'file',
      content_type: 'video/mp4',
      has_buttons: true,
      go_to_title: 'Shop',
      is_home: false,
      is_external: true,
      is_gone: false,
      is_cut: false,
      link_failure: null,
    },
  ])
  expect((await readSeries(playlist_id))[0]).toEqual(series)
})

test('nothing is created if one video is invalid', async () => {
  const { id: playlist_id } = await makeChannel(ann.client)
  const add = (video: { src: string; title?: string; image?: string; go_to?: string }) =>
    outcome(ann.client(contract.createSeries, { body: { playlist_id, name: 'Films', videos: [{ src: films.page('Good') }, video] } }))
  expect(await add({ src: 'ftp://films.test/x' })).toBe('422 invalid videos.1.src videos')
  expect(await add({ src: 'http://films.test/\njavascript:alert(1)' })).toBe('422 invalid videos.1.src videos')
  expect(await add({ src: 'http://films.test/x', go_to: 'http://films.test/\r\nX: y' })).toBe('422 invalid videos.1.go_to videos')
  expect(await add({ src: 'http://192.168.0.1/x' })).toBe('422 link_invalid videos.1.src videos')
  expect(await add({ src: films.page('x'), title: 'x'.repeat(256) })).toBe('422 invalid videos.1.title videos')
  expect(await add({ src: films.page('x'), image: films.page('no picture') })).toBe('422 picture_unreadable videos.1.image videos')
  expect(await readSeries(playlist_id)).toEqual([])
})

test('a channel has at most one banner', async () => {
  const { id: playlist_id } = await makeChannel(ann.client)
  const body = { playlist_id, name: 'Banner', type: 'header' as const }
  expect(await ann.client(contract.createSeries, { body })).toMatchObject({ type: 'header' })
  expect(await outcome(ann.client(contract.createSeries, { body }))).toBe('422 header_taken type')
})

test('a series that becomes the banner replaces the former one', async () => {
  const { id: playlist_id } = await makeChannel(ann.client)
  const [first, second] = [await makeSeries(ann.client, playlist_id), await makeSeries(ann.client, playlist_id)]
  const set = (id: string, type: 'header' | '' | null, client = ann.client) =>
    client(contract.updateSeries, { params: { id }, body: { type: type } })
  const types = async () => (await readSeries(playlist_id)).map(({ type }) => type)
  expect(await set(first.id, 'header')).toMatchObject({ id: first.id, type: 'header' })
  expect(await set(first.id, 'header')).toMatchObject({ type: 'header' })
  expect(await set(second.id, 'header')).toMatchObject({ id: second.id, type: 'header' })
  expect(await types()).toEqual([null, 'header'])
  expect(await set(first.id, '')).toMatchObject({ type: null })
  expect(await types()).toEqual([null, 'header'])
  expect(await set(second.id, null)).toMatchObject({ type: null })
  expect(await types()).toEqual([null, null])
  // Of two concurrent calls, one makes its series the banner.
  await Promise.all([set(first.id, 'header'), set(second.id, 'header')])
  expect((await types()).filter(Boolean)).toEqual(['header'])
  expect(await outcome(set(first.id, 'banner' as never))).toBe('422 invalid type')
  expect(await outcome(set(first.id, 'header', guest))).toBe('401 login_required')
  expect(await outcome(set(first.id, 'header', bob.client))).toBe('403 forbidden')
  // A series that becomes the banner while it moves to a channel replaces the banner there.
  const { id: other } = await makeChannel(ann.client)
  const otherBanner = await ann.client(contract.createSeries, { body: { playlist_id: other, name: 'Banner', type: 'header' } })
  await ann.client(contract.updateSeries, { params: { id: first.id }, body: { playlist_id: other, position: 0, type: 'header' } })
  expect((await readSeries(other)).map(({ id, type }) => [id, type])).toEqual([
    [first.id, 'header'],
    [otherBanner.id, null],
  ])
})

test('200 series are the limit, also for concurrent calls', async () => {
  const { id: playlistId } = await makeChannel(ann.client)
  await fillChannel(db, playlistId, limits.series - 1)
  const add = () => outcome(makeSeries(ann.client, playlistId))
  expect((await Promise.all([add(), add()])).toSorted()).toEqual(['422 series_limit name', 'done'])
  expect(await readSeries(playlistId)).toHaveLength(limits.series)
})

test('1,000 videos in all series together are the limit, also for concurrent calls', async () => {
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, numberedTitles(600))
  const { id: second } = await makeSeries(ann.client, playlistId)
  await fillSeries(db, second, numberedTitles(399))
  const add = (id: string) =>
    outcome(ann.client(contract.addVideos, { params: { id }, body: { videos: [{ src: films.file('one'), title: 'One' }] } }))
  expect((await Promise.all([add(seriesId), add(second)])).toSorted()).toEqual(['422 video_limit videos', 'done'])
  expect(await outcome(ann.client(contract.addLinks, { params: { id: playlistId }, body: [films.file('two')] }))).toBe(
    '422 video_limit videos',
  )
  const other = await makeFilledChannel(db, ann.client, ['Guest'])
  const move = { videoId: other.videoIds[0]!, seriesId: other.seriesId, destId: second }
  expect(await outcome(ann.client(contract.moveVideo, { params: move, body: { index: 0 } }))).toBe('422 video_limit videos')
})

test('series created concurrently all get a position', async () => {
  const { id: playlistId } = await makeChannel(ann.client)
  await Promise.all('ABCDEFGH'.split('').map((name) => makeSeries(ann.client, playlistId, name)))
  const series = await readSeries(playlistId)
  expect(
    series
      .map(({ name }) => name)
      .toSorted()
      .join(''),
  ).toBe('ABCDEFGH')
  expect(series.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('name and opener of a series are updated together or not at all', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B', 'C'])
  const [, second] = videoIds as [string, string]
  const update = (body: { name?: string; serie_id?: string; home_video_id?: string }) =>
    ann.client(contract.updateSeries, { params: { id: seriesId }, body })
  expect(await update({ name: 'New', serie_id: seriesId, home_video_id: second })).toMatchObject({
    name: 'New',
    videos: [{ is_home: false }, { is_home: true }, { is_home: false }],
  })
  const other = await makeFilledChannel(db, ann.client)
  expect(await outcome(update({ serie_id: other.seriesId }))).toBe('422 other_series serie_id')
  expect(await outcome(update({ name: 'Newer', home_video_id: other.videoIds[0]! }))).toBe('422 not_in_series home_video_id')
  expect((await readSeries(playlistId))[0]).toMatchObject({ name: 'New' })
})

test('videos are added at the end or at a position', async () => {
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  const add = (videos: { src: string; title: string; order?: number }[], client = ann.client) =>
    client(contract.addVideos, { params: { id: seriesId }, body: { videos } })
  const newVideo = (title: string, order?: number) => ({ src: films.file(title), title, ...(order !== undefined && { order }) })
  expect(await add([newVideo('Z')])).toMatchObject({ id: seriesId, videos: [{ title: 'A' }, { title: 'B' }, { title: 'Z' }] })
  await add([newVideo('M', 1), newVideo('N')], form)
  expect(await readTitles(playlistId)).toEqual(['A M N B Z'])
  expect(await outcome(add([]))).toBe('422 invalid videos')
  expect(await outcome(add(Array.from({ length: 51 }, () => newVideo('X'))))).toBe('422 invalid videos')
  expect(await outcome(add([newVideo('X')], bob.client))).toBe('403 forbidden')
})

test('either all named videos are removed or none', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B', 'C'])
  const other = await makeFilledChannel(db, ann.client)
  const remove = (ids: string[], client = ann.client) => client(contract.removeVideos, { params: { id: seriesId }, body: { videos: ids } })
  expect(await outcome(remove([videoIds[0]!, other.videoIds[0]!]))).toBe('422 not_in_series videos')
  expect(await outcome(remove([videoIds[0]!, videoIds[0]!]))).toBe('422 invalid videos')
  expect(await outcome(remove([videoIds[0]!], bob.client))).toBe('403 forbidden')
  expect(await readTitles(playlistId)).toEqual(['A B C'])
  expect(await remove([videoIds[0]!, videoIds[2]!])).toMatchObject({ videos: [{ title: 'B', is_home: true }] })
})

test('a series is deleted with its videos', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client)
  expect(await outcome(bob.client(contract.deleteSeries, { params: { id: seriesId } }))).toBe('403 forbidden')
  expect(await ann.client(contract.deleteSeries, { params: { id: seriesId } })).toEqual({})
  expect(await readSeries(playlistId)).toEqual([])
  expect(await outcome(guest(contract.getVideo, { params: { id: videoIds[0]! } }))).toBe('404 not_found')
})
