import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { type Person, createUser } from '#test/people.ts'
import { startS3 } from '#test/s3.ts'
import { startTestServer } from '#test/serve.ts'
import { waitForUpload, listen, upload, createUploader } from '#test/uploads.ts'
import { uploadKey } from './files.ts'

const clip = await readFile('server/demo/assets/clips/sunny-side.mp4')
const cookieOf = ({ cookie }: Pick<Person, 'cookie'>) => ({ cookie: `${cookieNames.media}=${cookie}` })

/** Creates a film in a private channel. */
async function uploadPrivateFilm(server: Awaited<ReturnType<typeof startTestServer>>, origin: string) {
  const ann = await createUploader(server)
  const { id, video_id } = (await waitForUpload(ann.client, await upload(origin, ann, clip)))!
  await ann.client(channelsContract.updatePlaylist, { params: { id: ann.playlistId }, body: { status_id: status.private } })
  return { ann, id, videoId: video_id!, segments: `/media/videos/${id}/v1.mp4`, list: `/media/videos/${id}/master.m3u8` }
}

test('segments of a private film come from the bucket, by an address that expires within a minute, or with the permission', async () => {
  const s3 = await startS3()
  const server = await startTestServer({
    RATE_LIMITS: 'off',
    FFMPEG_PATH: '/nowhere/ffmpeg',
    MEDIA_DELIVERY: 's3',
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  const { app, db, services } = server
  const bob = await createUser(server)
  const { ann, id, videoId, segments, list } = await uploadPrivateFilm(server, await listen(app))
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => app.inject({ url, method, headers })
  const ownCookie = cookieOf(ann)

  const response = await get(segments, { ...ownCookie, range: 'bytes=4-7' })
  expect([response.statusCode, response.headers['cache-control'], response.body]).toEqual([302, 'private, no-store', ''])
  const address = new URL(String(response.headers.location))
  expect(address.origin).toBe(s3.endpoint)
  expect(address.searchParams.get('X-Amz-Expires')).toBe('60')
  const part = await fetch(address, { headers: { range: 'bytes=4-7' } })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'ftyp', expect.stringMatching(/^bytes 4-7\//)])
  // The signed address is valid for this file alone.
  address.pathname = address.pathname.replace('v1.mp4', 'original')
  expect((await fetch(address)).status).toBe(403)
  for (const headers of [{}, cookieOf(bob), { cookie: `${cookieNames.media}=wrong` }])
    expect((await get(segments, { ...headers, range: 'bytes=4-7' })).statusCode).toBe(404)
  // The owner's browser gets these files from this site, without a redirect.
  expect((await get(list, ownCookie)).statusCode).toBe(200)
  expect((await get(segments, ownCookie, 'HEAD')).statusCode).toBe(200)

  const expiring = await services.storage.presign!(uploadKey(id, 'v1.mp4'), { seconds: 1, type: 'video/mp4' })
  expect((await fetch(expiring)).status).toBe(200)
  await sleep(2100)
  expect((await fetch(expiring)).status).toBe(403)

  // A redirect's address expires sooner if a subscription ends in 20 s, or with the signature of a private link.
  const secondsOf = async (path: string, headers = {}) =>
    Number(new URL(String((await get(path, headers)).headers.location)).searchParams.get('X-Amz-Expires'))
  const tier = await db
    .insertInto('tier')
    .values({ name: 'Films', package_name: 'films', price: 100, is_free: false, position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('subscription')
    .values({
      user_id: ann.id,
      tier_id: tier.id,
      price: 100,
      renews: false,
      active_from: new Date(),
      active_to: new Date(Date.now() + 20_000),
    })
    .execute()
  const left = await secondsOf(segments, ownCookie)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(20)
  const privateLink = { params: { id: ann.playlistId }, body: { status_id: status.privateLink } }
  const { id: link } = await ann.client(channelsContract.updatePlaylist, privateLink)
  const { src } = await bob.client(channelsContract.getVideo, { params: { id: videoId }, query: { playlist: link } })
  expect(await secondsOf(src!.replace('master.m3u8', 'v1.mp4'))).toBe(60)
  await ann.client(channelsContract.updatePlaylist, { params: { id: link }, body: { status_id: status.private } })
  expect((await get(src!.replace('master.m3u8', 'v1.mp4'))).statusCode).toBe(404)
})

test('nginx gets the file’s name after the check, and can read the file', async () => {
  const server = await startTestServer({ RATE_LIMITS: 'off', FFMPEG_PATH: '/nowhere/ffmpeg', MEDIA_DELIVERY: 'nginx' })
  const { app, config } = server
  const bob = await createUser(server)
  const { ann, id, segments } = await uploadPrivateFilm(server, await listen(app))
  const response = await app.inject({ url: segments, headers: { ...cookieOf(ann), range: 'bytes=4-7' } })
  const key = uploadKey(id, 'v1.mp4')
  expect([response.statusCode, response.body]).toEqual([200, ''])
  expect(response.headers).toMatchObject({
    'x-accel-redirect': `/stored-files/${key}`,
    'content-type': 'video/mp4',
    'cache-control': 'private, no-cache',
  })
  for (const headers of [{}, cookieOf(bob)]) {
    const refused = await app.inject({ url: segments, headers })
    expect([refused.statusCode, refused.headers['x-accel-redirect']]).toEqual([404, undefined])
  }
  const path = join(config.filesDir, key)
  const modeOf = async (name: string) => ((await stat(name)).mode & 0o777).toString(8)
  expect(await modeOf(path)).toBe('640')
  for (let folder = dirname(path); folder.length >= config.filesDir.length; folder = dirname(folder))
    expect(await modeOf(folder)).toBe('750')
})
