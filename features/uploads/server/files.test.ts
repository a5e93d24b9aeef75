import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { fillSeries } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { waitForUpload, filesOf, listen, tusClient, upload, createUploader, uploadTools } from '#test/uploads.ts'
import { uploadsContract } from '../contract.ts'
import { cleanUpUploads } from './jobs.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', FFMPEG_PATH: '/nowhere/ffmpeg' })
const { app, db } = server
const origin = await listen(server.app)
const tools = uploadTools(server)
const clip = await readFile('server/demo/assets/clips/sunny-side.mp4')

/** An audio file that isn't segmented. */
const audioFile = Buffer.alloc(4000)
audioFile.write('RIFF\x98\x0f\0\0WAVEfmt ', 'latin1')

/** Creates a video in a user's public channel. */
async function filmOf(ann: Awaited<ReturnType<typeof createUploader>>) {
  const uploadResult = (await waitForUpload(ann.client, await upload(origin, ann, clip)))!
  const video = await ann.client(channelsContract.getVideo, { params: { id: uploadResult.video_id! } })
  const others = ['v1.m3u8', 'v1.mp4'].map((name) => `/media/videos/${uploadResult.id}/${name}`)
  return { id: uploadResult.id, videoId: video.id, src: video.src!, paths: [video.src!, ...others] }
}
const cookieOf = ({ cookie }: Person) => ({ cookie: `${cookieNames.media}=${cookie}` })
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => app.inject({ url, method, headers })

test('files of a private video open to readers who can see it, by any path, range or time, and not after a logout', async () => {
  const [ann, bob] = [await createUploader(server), await createUser(server)]
  const { id, videoId, src, paths } = await filmOf(ann)
  for (const path of paths) {
    const response = await get(path)
    expect([path, response.statusCode, response.headers['cache-control']]).toEqual([path, 200, 'public, max-age=86400, s-maxage=300'])
  }
  const tag = String((await get(paths[2]!)).headers.etag)
  await ann.client(channelsContract.updatePlaylist, { params: { id: ann.playlistId }, body: { status_id: status.private } })
  const ownCookie = cookieOf(ann)
  for (const path of paths) {
    for (const headers of [{}, cookieOf(bob), { range: 'bytes=0-10' }, { 'if-none-match': tag }, { cookie: `${cookieNames.media}=wrong` }])
      expect([path, headers, (await get(path, headers)).statusCode]).toEqual([path, headers, 404])
    const response = await get(path, ownCookie)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    expect((await get(path, {}, 'HEAD')).statusCode).toBe(404)
  }
  const part = await get(paths[2]!, { ...ownCookie, range: 'bytes=4-7' })
  expect([part.statusCode, part.body, part.headers['content-type']]).toEqual([206, 'ftyp', 'video/mp4'])
  expect((await get(paths[2]!, { ...ownCookie, range: 'bytes=999999999-' })).statusCode).toBe(416)
  expect((await get(paths[2]!, { ...ownCookie, 'if-none-match': tag })).statusCode).toBe(304)
  expect((await get(paths[2]!, ownCookie, 'HEAD')).headers['content-length']).toBe(
    String((await get(paths[2]!, ownCookie)).rawPayload.length),
  )
  const folder = `/media/videos/${id}`
  for (const name of [
    'original',
    '../x/master.m3u8',
    '..%2f..%2fx',
    '%2e%2e/master.m3u8',
    'master.m3u8%00',
    'none.mp4',
    'master.html',
    'a/b.mp4',
  ])
    expect([name, (await get(`${folder}/${name}`, ownCookie)).statusCode]).toEqual([name, 404])

  // Behind a private link, only the signed URL works.
  const privateLink = { status_id: status.privateLink }
  const { id: link } = await ann.client(channelsContract.updatePlaylist, { params: { id: ann.playlistId }, body: privateLink })
  const linkedVideo = await bob.client(channelsContract.getVideo, { params: { id: videoId }, query: { playlist: link } })
  expect(linkedVideo.src).toMatch(new RegExp(`^/media/videos/${id}\\.${link}\\.\\d{10}\\.[\\w-]{22}/master\\.m3u8$`))
  expect((await get(linkedVideo.src!)).statusCode).toBe(200)
  expect((await get(linkedVideo.src!.replace('master.m3u8', 'v1.mp4'))).headers['cache-control']).toBe('private, no-cache')
  expect((await get(linkedVideo.src!.replace(/\.\d{10}\./, '.9999999999.'))).statusCode).toBe(404)
  expect((await get(src)).statusCode).toBe(404)
  // Captions behave the same for viewers with the link. Editors need no signature because of their session.
  const params = { id: videoId }
  await ann.client(uploadsContract.addCaptions, { params, body: { language: 'en', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nA' } })
  const [viewerUrl, editorUrl] = await Promise.all(
    [bob, ann].map(async ({ client }) => (await client(uploadsContract.listCaptions, { params, query: { playlist: link } })).data[0]!.src),
  )
  expect([(await get(viewerUrl!)).statusCode, (await get(editorUrl!)).statusCode, (await get(editorUrl!, ownCookie)).statusCode]).toEqual([
    200, 404, 200,
  ])
  await sql`delete from session where account_id = ${ann.id}`.execute(db)
  expect((await get(src, ownCookie)).statusCode).toBe(404)
})

test('a file in a form is processed in the same way, only for users who may upload', async () => {
  const [ann, bob] = [await createUploader(server), await createUser(server)]
  const file = new File([clip], 'In a form.mp4', { type: 'video/mp4' })
  const add = (token: string, videos: { src: File; title?: string }[]) =>
    server.clientFor({ token, form: true })(channelsContract.addVideos, { params: { id: ann.seriesId }, body: { videos } })
  await expect(add(bob.token, [{ src: file }])).rejects.toMatchObject({ status: 403 })
  await expect(add(ann.token, [{ src: new File([], 'empty.mp4') }])).rejects.toMatchObject({ status: 422 })
  expect((await add(ann.token, [{ src: file, title: 'First' }, { src: file }])).videos).toEqual([])
  const { data } = await ann.client(uploadsContract.listUploads, {})
  for (const { id } of data) expect(await waitForUpload(ann.client, id)).toMatchObject({ state: 'done' })
  const { series } = await ann.client(channelsContract.getPlaylist, { params: { id: ann.playlistId } })
  expect(series[0]!.videos.map(({ title }) => title).toSorted()).toEqual(['First', 'In a form'])
  await sql`update account set can_upload_video = false where id = ${ann.id}`.execute(db)
  await expect(add(ann.token, [{ src: file }])).rejects.toMatchObject({ status: 403 })
})

test('files are deleted with the last video that plays them; a copy keeps them', async () => {
  const [ann, bob] = [await createUploader(server), await createUploader(server)]
  const [first, second] = [await filmOf(ann), await filmOf(ann)]
  const copy = await bob.client(channelsContract.copyVideo, { body: { video_id: first.videoId, series_id: bob.seriesId } })
  expect(copy.src).toBe(first.src)
  await ann.client(channelsContract.deletePlaylist, { params: { id: ann.playlistId } })
  await sql`update upload set ended_at = ended_at - interval '1 hour'`.execute(db)
  await cleanUpUploads(db, tools)
  expect(await filesOf(server, second.id)).toEqual([])
  expect((await filesOf(server, first.id)).length).toBeGreaterThan(2)
  expect((await get(first.src)).statusCode).toBe(200)
  await bob.client(channelsContract.updateVideo, { params: { id: copy.id }, body: { title: 'Mine' } })
  await bob.client(channelsContract.deleteVideo, { params: { id: copy.id } })
  expect((await get(first.src)).statusCode).toBe(404)
  await cleanUpUploads(db, tools)
  expect(await filesOf(server, first.id)).toEqual([])
  expect((await ann.client(uploadsContract.getUploadRoom, {})).used).toBe(0)
})

test.each([
  ['cut into segments', 'a.mp4', clip],
  ['served as it is', 'a.wav', audioFile],
])('an upload whose series was deleted fails, keeps its file, and can be retried: a file that is %s', async (_, filename, bytes) => {
  const ann = await createUploader(server)
  const { id: seriesId } = await ann.client(channelsContract.createSeries, { body: { playlist_id: ann.playlistId, name: 'Soon gone' } })
  const tus = tusClient(origin, ann.token)
  const path = (await tus.create({ filename, series_id: seriesId }, bytes.length)).headers.get('location')!
  await ann.client(channelsContract.deleteSeries, { params: { id: seriesId } })
  await tus.patch(path, 0, bytes)
  const id = path.split('/').at(-1)!
  expect(await waitForUpload(ann.client, id)).toMatchObject({ state: 'failed', reason: 'series_gone', series_id: null })
  expect(await filesOf(server, id)).toEqual(['original'])
  await sql`update upload set series_id = ${ann.seriesId} where id = ${id}`.execute(db)
  expect(await ann.client(uploadsContract.retryUpload, { params: { id } })).toMatchObject({ reason: null })
  expect(await waitForUpload(ann.client, id)).toMatchObject({ state: 'done', playlist_id: ann.playlistId })
})

test('captions are added, read by readers who can see the video, replaced and deleted', async () => {
  const [ann, bob] = [await createUploader(server), await createUser(server)]
  const [videoId = '', frameId = ''] = await fillSeries(db, ann.seriesId, ['A', 'B'])
  await sql`update video set kind = 'youtube' where id = ${frameId}`.execute(db)
  const params = { id: videoId }
  const vtt = 'WEBVTT\n\nNOTE no cue\n\n1\n00:01.000 --> 00:02.500 align:start\n<v Ann>Hello & <i>goodbye</i>\n'
  const added = await ann.client(uploadsContract.addCaptions, { params, body: { language: 'en', text: vtt } })
  expect(added).toEqual({ data: [{ language: 'en', src: `/media/captions/${videoId}/en.vtt` }], thumbnails: null })
  const file = new File(['1\r\n00:00:01,5 --> 00:00:02,000\r\n{\\an8}Hallo\r\n'], 'a.srt')
  const asForm = server.clientFor({ token: ann.token, form: true })
  expect(
    (await asForm(uploadsContract.addCaptions, { params, body: { language: 'nl', file } })).data.map(({ language }) => language),
  ).toEqual(['en', 'nl'])
  const response = await get(added.data[0]!.src)
  expect([response.headers['content-type'], response.body]).toEqual([
    'text/vtt; charset=utf-8',
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello &amp; goodbye\n\n',
  ])
  expect((await get(added.data[0]!.src, { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(304)
  expect((await server.guest(uploadsContract.listCaptions, { params })).data).toHaveLength(2)
  const refusalOf = (client: typeof ann.client, id: string, body: { language: string; text?: string }) =>
    client(uploadsContract.addCaptions, { params: { id }, body }).then(
      () => 200,
      (error: unknown) => (error as { status: number }).status,
    )
  expect(await refusalOf(bob.client, videoId, { language: 'en', text: vtt })).toBe(403)
  expect(await refusalOf(server.guest, videoId, { language: 'en', text: vtt })).toBe(401)
  expect(await refusalOf(ann.client, frameId, { language: 'en', text: vtt })).toBe(422)
  expect(await refusalOf(ann.client, videoId, { language: '../en', text: vtt })).toBe(422)
  expect(await refusalOf(ann.client, videoId, { language: 'en' })).toBe(422)
  expect(await refusalOf(ann.client, videoId, { language: 'en', text: '<html>' })).toBe(422)
  expect(await refusalOf(ann.client, videoId, { language: 'en', text: `WEBVTT\n\n${'x'.repeat(1024 * 1024)}` })).toBe(422)
  // The file is small enough, but four times as large when stored.
  const cue = `00:01.000 --> 00:02.000\n${`${'<'.repeat(1999)}\n`.repeat(10)}\n`
  const grows = ann.client(uploadsContract.addCaptions, { params, body: { language: 'en', text: `WEBVTT\n\n${cue.repeat(50)}` } })
  await expect(grows).rejects.toMatchObject({ status: 422, message: 'A subtitle file can be at most 1 MB.' })
  await ann.client(channelsContract.updatePlaylist, { params: { id: ann.playlistId }, body: { status_id: status.private } })
  expect((await get(added.data[0]!.src, cookieOf(bob))).statusCode).toBe(404)
  expect((await get(added.data[0]!.src, cookieOf(ann))).statusCode).toBe(200)
  await expect(bob.client(uploadsContract.listCaptions, { params })).rejects.toMatchObject({ status: 404 })
  await expect(bob.client(uploadsContract.listPosters, { params })).rejects.toMatchObject({ status: 404 })
  await expect(bob.client(uploadsContract.removeCaptions, { params, body: { language: 'en' } })).rejects.toMatchObject({ status: 404 })
  expect((await ann.client(uploadsContract.removeCaptions, { params, body: { language: 'en' } })).data).toEqual([
    { language: 'nl', src: `/media/captions/${videoId}/nl.vtt` },
  ])
})
