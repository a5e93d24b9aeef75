import { expect, test, vi } from 'vitest'
import { makeFilledChannel, makeSeries, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { startFakeSite } from '#test/site.ts'
import { channelsContract as contract } from '../contract.ts'
import { fetchPendingVideosJob } from './pending-videos.ts'

const films = await startFakeSite()
const server = await startTestServer({ OUTBOUND_ALLOW: films.host })
const { db, guest, services } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
const form = server.clientFor({ token: ann.token, form: true })

const read = (id: string) => guest(contract.getVideo, { params: { id } })
type VideoChange = NonNullable<Parameters<typeof ann.client<typeof contract.updateVideo>>[1]['body']>
const change = (id: string, body: VideoChange, client = ann.client) => client(contract.updateVideo, { params: { id }, body })
const makeFilled = async (titles: string[]) => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, titles)
  return { playlistId, seriesId, videoIds: videoIds as [string, ...string[]] }
}
/** The titles of a series, with the opener in brackets. */
async function titlesOf(playlistId: string, index = 0) {
  const { series } = await guest(contract.getPlaylist, { params: { id: playlistId } })
  return series[index]?.videos.map(({ title, is_home }) => (is_home ? `(${title})` : title)).join(' ')
}

test('a video has its metadata, location and playback fields', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilled(['First'])
  expect(await read(videoIds[0])).toEqual({
    id: videoIds[0],
    title: 'First',
    description: '',
    image: null,
    src: 'https://films.test/0.mp4',
    kind: 'file',
    site: 'films.test',
    embed_url: null,
    content_type: null,
    duration: null,
    is_live: false,
    is_pending: false,
    is_home: true,
    is_external: true,
    is_gone: false,
    is_cut: false,
    link_failure: null,
    series_id: seriesId,
    series_name: 'A series',
    adult: false,
    start_at: null,
    end_at: null,
    has_buttons: false,
    go_to: null,
    go_to_title: null,
    more_title: null,
    more_info_title: null,
    more_description: null,
    more_photo: null,
    copied_video_id: null,
    source: null,
    shared: null,
    views: 0,
    likes: 0,
    liked: false,
    user_id: ann.id,
    pivot: { playlist_id: playlistId, serie_id: seriesId, playlistable_type: 'video' },
    published_at: expect.stringMatching(/Z$/),
    created_at: expect.stringMatching(/Z$/),
  })
})

test('an update changes only the given fields, and additional information sets has_buttons', async () => {
  const { videoIds } = await makeFilled(['First'])
  const [id] = videoIds
  expect(await change(id, { description: 'Text', go_to: 'https://example.com/', more_title: 'More' })).toMatchObject({
    title: 'First',
    description: 'Text',
    go_to: 'https://example.com/',
    has_buttons: true,
  })
  expect(await change(id, { title: 'Second', go_to: '', more_title: '' })).toMatchObject({
    title: 'Second',
    description: 'Text',
    go_to: null,
    has_buttons: false,
  })
})

test('a range starts before it ends, within the known duration', async () => {
  const [id] = (await makeFilled(['First'])).videoIds
  const refuse = (body: VideoChange) => outcome(change(id, body))
  expect(await change(id, { start_at: 10, end_at: 60 })).toMatchObject({ start_at: 10, end_at: 60 })
  expect(await refuse({ start_at: 60 })).toBe('422 range_invalid start_at')
  expect(await refuse({ end_at: 10 })).toBe('422 range_invalid end_at')
  expect(await refuse({ start_at: -1, end_at: 1.5 })).toBe('422 invalid start_at end_at')
  expect(await refuse({ start_at: 'x', end_at: [5] as never })).toBe('422 invalid start_at end_at')
  expect(await refuse({ end_at: 0, start_at: null })).toBe('422 range_invalid end_at')
  await db.updateTable('video').set({ duration: 90 }).where('id', '=', id).execute()
  expect(await refuse({ end_at: 91 })).toBe('422 range_invalid end_at')
  expect(await refuse({ start_at: 90, end_at: '' })).toBe('422 range_invalid start_at')
  expect(await change(id, { end_at: 90 })).toMatchObject({ start_at: 10, end_at: 90 })
  expect(await read(id)).toMatchObject({ start_at: 10, end_at: 90 })
  // Concurrent changes of start and end never invert the range.
  await Promise.all([refuse({ start_at: 80 }), refuse({ end_at: 20 })])
  const { start_at, end_at } = await read(id)
  expect(start_at!).toBeLessThan(end_at!)
  expect(await change(id, { start_at: '', end_at: '' }, form)).toMatchObject({ start_at: null, end_at: null })
})

test('a new link keeps the range within its duration', async () => {
  const [id] = (await makeFilled(['First'])).videoIds
  await change(id, { start_at: 10, end_at: 60 })
  expect(await change(id, { src: films.file('other') })).toMatchObject({ start_at: 10, end_at: 60, duration: null })
})

test('a response is accepted as request body', async () => {
  const { playlistId, videoIds } = await makeFilled(['First'])
  const video = await ann.client(contract.getVideo, { params: { id: videoIds[0] } })
  expect(video).toMatchObject({ image: null, go_to: null, go_to_title: null, more_title: null, more_description: null, more_photo: null })
  expect(await change(video.id, { ...video, src: video.src! })).toEqual(video)
  const { order, ...playlist } = await ann.client(contract.getPlaylist, { params: { id: playlistId } })
  expect(playlist).toMatchObject({ icon: null, slug: null })
  expect(await ann.client(contract.updatePlaylist, { params: { id: playlistId }, body: playlist })).toEqual({ ...playlist, order })
})

test('a form can POST with _method and files', async () => {
  const { videoIds } = await makeFilled(['First'])
  const image = await fetch(films.picture).then((answer) => answer.blob())
  expect(await change(videoIds[0], { title: 'With picture', image: image as File, adult: false }, form)).toMatchObject({
    image: expect.stringMatching(/960\.webp$/),
  })
  const payload = new URLSearchParams({ _method: 'PUT', title: 'By form' }).toString()
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/x-www-form-urlencoded' }
  const response = await server.app.inject({ method: 'POST', url: `/api/videos/${videoIds[0]}`, headers, payload })
  expect(response.json()).toMatchObject({ title: 'By form', image: expect.stringMatching(/960\.webp$/) })
})

test('a picture can be removed', async () => {
  const { videoIds } = await makeFilled(['First'])
  const [id] = videoIds
  expect(await change(id, { image: films.picture })).toMatchObject({ image: expect.any(String) })
  expect(await outcome(bob.client(contract.deleteVideoImage, { params: { id } }))).toBe('403 forbidden')
  expect(await ann.client(contract.deleteVideoImage, { params: { id } })).toMatchObject({ image: null })
})

test('a new link is fetched again and sets the playback', async () => {
  const { videoIds } = await makeFilled(['First'])
  const [id] = videoIds
  expect(await change(id, { src: films.page('A page') })).toMatchObject({ title: 'First', src: films.page('A page') })
  // A form waits three seconds for a page. On a busy machine, the parser may start too late; the job then fetches the page.
  await services.jobs.send(fetchPendingVideosJob, {})
  await vi.waitFor(async () => expect(await read(id)).toMatchObject({ is_pending: false }), { timeout: 20_000, interval: 50 })
  expect(await read(id)).toMatchObject({
    title: 'First',
    src: films.page('A page'),
    kind: 'page',
    site: 'The site',
    published_at: '2020-02-03T04:05:06.000Z',
  })
  expect(await change(id, { src: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' })).toMatchObject({ kind: 'youtube' })
})

test('a link is a permitted http(s) address; a stored file keeps its address', async () => {
  const { videoIds } = await makeFilled(['First'])
  const [id] = videoIds
  for (const src of [
    '',
    'films',
    'ftp://films.test/a.mp4',
    'javascript:alert(1)',
    '/media/other.mp4',
    'http://10.0.0.1/a.mp4',
    'https://films.test@evil.test/',
  ])
    expect([src, await outcome(change(id, { src }))]).toEqual([src, '422 link_invalid src'])
  expect(await outcome(change(id, { go_to: 'https://films.test@evil.test/' }))).toBe('422 invalid go_to')
  await expect(change(id, { src: 'nonsense' })).rejects.toMatchObject({ body: { message: 'Link is not valid' } })
  await db.updateTable('video').set({ src: '/media/film.mp4' }).where('id', '=', id).execute()
  expect(await change(id, { src: '/media/film.mp4', title: 'Ours' })).toMatchObject({ title: 'Ours', is_external: false })
})

test.each([
  [{ title: '' }, 'title'],
  [{ title: 'x'.repeat(256) }, 'title'],
  [{ description: 'x'.repeat(5001) }, 'description'],
  [{ go_to: 'javascript:alert(1)' }, 'go_to'],
  [{ image: 'data:image/png;base64,x' }, 'image'],
  [{ series_id: 'short' }, 'series_id'],
  [{ series_id: 'nowhere0000' }, 'series_id'],
  [{ title: { a: 1 } as never }, 'title'],
])('an update with %j is refused', async (body: VideoChange, field) => {
  const { videoIds } = await makeFilled(['First'])
  await expect(change(videoIds[0], body)).rejects.toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } })
})

test('a series has exactly one opener: the chosen one, else the first', async () => {
  const { playlistId, videoIds } = await makeFilled(['A', 'B', 'C'])
  expect(await titlesOf(playlistId)).toBe('(A) B C')
  expect(await change(videoIds[2]!, { is_home: true })).toMatchObject({ is_home: true })
  expect(await titlesOf(playlistId)).toBe('A B (C)')
  await change(videoIds[2]!, { is_home: false })
  expect(await titlesOf(playlistId)).toBe('A B (C)')
})

test('the next video becomes the opener after the opener is deleted or moved', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilled(['A', 'B', 'C', 'D'])
  const [a, b, c, d] = videoIds
  const remove = (id: string) => ann.client(contract.deleteVideo, { params: { id } })
  await change(b!, { is_home: true })
  await remove(b!)
  expect(await titlesOf(playlistId)).toBe('A (C) D')
  await ann.client(contract.removeVideos, { params: { id: seriesId }, body: { videos: [c!, d!] } })
  expect(await titlesOf(playlistId)).toBe('(A)')
  await remove(a)
  expect(await titlesOf(playlistId)).toBe('')
})

test('a moved opener is not the opener of its new series', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilled(['A', 'B', 'C'])
  const { id: dest } = await makeSeries(ann.client, playlistId)
  await change(videoIds[1]!, { is_home: true })
  await change(videoIds[2]!, { series_id: dest })
  await ann.client(contract.moveVideo, { params: { videoId: videoIds[1]!, seriesId, destId: dest }, body: { index: 5 } })
  expect([await titlesOf(playlistId), await titlesOf(playlistId, 1)]).toEqual(['(A)', '(C) B'])
})

test('a video made the opener during its deletion is either the opener or deleted', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilled('ABCDEFGH'.split(''))
  const [last, ...others] = videoIds
  const calls = others.flatMap((id) => [
    outcome(change(id, { is_home: true })),
    outcome(ann.client(contract.deleteVideo, { params: { id } })),
    outcome(ann.client(contract.updateSeries, { params: { id: seriesId }, body: { home_video_id: id } })),
  ])
  for (const result of await Promise.all(calls)) expect(result).toMatch(/^(?:done|404 not_found|422 not_in_series home_video_id)$/)
  expect(await titlesOf(playlistId)).toBe('(A)')
  expect(await read(last)).toMatchObject({ is_home: true })
})

test('a video moves to the end of another series, and the call renames that series', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilled(['A', 'B'])
  const { id: dest } = await makeSeries(ann.client, playlistId)
  expect(await change(videoIds[0], { series_id: dest, series_name: 'Renamed', is_home: true })).toMatchObject({
    series_id: dest,
    series_name: 'Renamed',
    is_home: true,
  })
  expect(await change(videoIds[1]!, { series_id: seriesId, series_name: 'Old' })).toMatchObject({ series_id: seriesId, series_name: 'Old' })
  const theirs = await makeFilledChannel(db, bob.client)
  expect(await outcome(change(videoIds[0], { series_id: theirs.seriesId }))).toBe('422 series_unknown series_id')
})

test('only editors can delete a video', async () => {
  const { playlistId, videoIds } = await makeFilled(['A', 'B'])
  const remove = (client = ann.client) => client(contract.deleteVideo, { params: { id: videoIds[0] } })
  expect([await outcome(remove(guest)), await outcome(remove(bob.client))]).toEqual(['401 login_required', '403 forbidden'])
  expect(await remove()).toEqual({})
  expect(await outcome(remove())).toBe('404 not_found')
  expect(await titlesOf(playlistId)).toBe('(B)')
})
