import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { waitForUpload, listen, tusClient, upload, createUploader } from '#test/uploads.ts'
import { uploadsContract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', FFMPEG_PATH: '/nowhere/ffmpeg' })
const { app, db } = server
const origin = await listen(app)
const shortIdleServer = await startTestServer({ RATE_LIMITS: 'off' }, { uploadIdleSeconds: 4 })
const impatientOrigin = await listen(shortIdleServer.app)
const clip = await readFile('server/demo/assets/clips/sunny-side.mp4')

test('files of an adult video open only to users of confirmed age, by any path, range or time, and in a private channel to no other users', async () => {
  const [ann, young, adult] = [
    await createUploader(server),
    await createUser(server),
    await createUser(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') }),
  ]
  const uploadResult = (await waitForUpload(ann.client, await upload(origin, ann, clip)))!
  const params = { id: uploadResult.video_id! }
  const video = await ann.client(channelsContract.getVideo, { params })
  const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'
  const { data } = await ann.client(uploadsContract.addCaptions, { params, body: { language: 'en', text } })
  const paths = [video.src!, `/media/videos/${uploadResult.id}/v1.mp4`, data[0]!.src]
  const tag = String((await app.inject({ url: paths[1]! })).headers.etag)
  await ann.client(channelsContract.updateVideo, { params, body: { adult: true } })

  const cookie = (someone: Person) => ({ cookie: `${cookieNames.media}=${someone.cookie}` })
  const statusesFor = (headers: Record<string, string>) =>
    Promise.all(paths.map(async (url) => (await app.inject({ url, headers })).statusCode))
  const hidden = [404, 404, 404]
  for (const extra of [
    {},
    { range: 'bytes=0-10' },
    { range: 'bytes=-1' },
    { 'if-none-match': tag },
    { 'if-range': tag, range: 'bytes=0-' },
  ])
    for (const headers of [{}, cookie(young)])
      expect([extra, headers, await statusesFor({ ...headers, ...extra })]).toEqual([extra, headers, hidden])
  const answers = await Promise.all(paths.map((url) => app.inject({ url, headers: cookie(adult) })))
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual(
    paths.map(() => [200, 'private, no-cache']),
  )
  // Readers get no signed URLs of hidden things, even with a private link.
  const { id: link } = await ann.client(channelsContract.updatePlaylist, {
    params: { id: ann.playlistId },
    body: { status_id: status.privateLink },
  })
  const query = { playlist: link }
  for (const client of [server.guest, young.client]) {
    await expect(client(channelsContract.getVideo, { params, query })).rejects.toMatchObject({ status: 403 })
    await expect(client(uploadsContract.listCaptions, { params, query })).rejects.toMatchObject({ status: 403 })
  }
  const { src: signed } = await adult.client(channelsContract.getVideo, { params, query })
  expect((await app.inject({ url: signed!, headers: cookie(adult) })).statusCode).toBe(200)
  for (const headers of [{}, cookie(young)]) expect((await app.inject({ url: signed!, headers })).statusCode).toBe(404)
  const until = Number(/\.(\d{10})\./.exec(signed!)![1]) * 1000
  expect(until - Date.now()).toBeLessThan(31 * 3_600_000)
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: until + 1000 })
  expect((await app.inject({ url: signed!, headers: cookie(adult) })).statusCode).toBe(404)
  vi.useRealTimers()

  const { id: privateId } = await ann.client(channelsContract.createPlaylist, { body: { name: 'Mine', status_id: status.private } })
  const { id: seriesId } = await ann.client(channelsContract.createSeries, { body: { playlist_id: privateId, name: 'A' } })
  await ann.client(channelsContract.moveVideos, { body: { videos: [params.id], series_id: seriesId, index: 0 } })
  for (const headers of [{}, cookie(young), cookie(adult)]) expect(await statusesFor(headers)).toEqual(hidden)
  await sql`update account set adult_content = true, birthday = '1980-01-01', adult_passed_at = now() where id = ${ann.id}`.execute(db)
  expect(await statusesFor(cookie(ann))).toEqual([200, 200, 200])
}, 60_000)

test('stalled connections are ended, and the received bytes kept', { tags: ['slow'] }, async () => {
  const ann = await createUploader(shortIdleServer)
  const tus = tusClient(impatientOrigin, ann.token)
  const bytes = randomBytes(1000)
  const paths = await Promise.all(
    Array.from({ length: 4 }, async () =>
      (await tus.create({ filename: 'a.mp4', series_id: ann.seriesId }, 1000)).headers.get('location')!,
    ),
  )
  const begin = (path: string): Socket => {
    const socket = connect(Number(new URL(impatientOrigin).port), '127.0.0.1')
    const head = [`PATCH ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${ann.token}`, 'tus-resumable: 1.0.0', 'upload-offset: 0']
    socket.write([...head, 'content-type: application/offset+octet-stream', 'content-length: 1000', '', ''].join('\r\n'))
    return socket
  }
  const sockets = paths.map(begin)
  const closed = sockets.map((socket) => new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve)))
  sockets.forEach((socket, index) => socket.write(bytes.subarray(0, 100 * (index + 1))))
  await vi.waitFor(async () => {
    const sizes = await Promise.all(
      paths.map(async (path) => (await stat(join(shortIdleServer.config.uploadsDir, path.split('/').at(-1)!))).size),
    )
    expect(sizes).toEqual([100, 200, 300, 400])
  }, 5000)
  // A client that sends only a byte now and then counts as stalled.
  const [dripping] = sockets
  const drip = setInterval(() => dripping!.write(bytes.subarray(100, 101)), 300)
  // A further body is refused, and guests still get responses.
  expect((await tus.patch(paths[0]!, 100, bytes.subarray(100))).status).toBe(429)
  expect((await fetch(`${impatientOrigin}/health`)).status).toBe(200)
  await Promise.all(closed)
  clearInterval(drip)
  const [dripped, ...others] = await Promise.all(paths.map(async (path) => (await tus.head(path)).headers.get('upload-offset')))
  expect(others).toEqual(['200', '300', '400'])
  expect(Number(dripped)).toBeGreaterThan(105)
  expect((await tus.patch(paths[1]!, 200, bytes.subarray(200, 999))).status).toBe(204)
})
