import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { createPictureId, pictureKey } from '#features/media/server/picture-files.ts'
import { insertPicture } from '#features/media/server/queries.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { waitForUpload, listen, upload, createUploader } from '#test/uploads.ts'
import { uploadsContract } from '../contract.ts'

/** Accepts purge requests, or refuses them while `isDown`. */
const purgeRequests = { paths: [] as string[], headers: new Set<string>(), isDown: false }
const cdnApi = createServer((request, response) => {
  purgeRequests.headers.add(String(request.headers['x-purge-key']))
  if (purgeRequests.isDown) return void response.writeHead(500).end()
  purgeRequests.paths.push(request.url!)
  response.writeHead(200).end()
})
await new Promise<void>((resolve) => cdnApi.listen(0, '127.0.0.1', resolve))
afterAll(() => void cdnApi.close())
const { port } = cdnApi.address() as AddressInfo

const cdn = 'https://cdn.choice.test'
const edge = `${cdn}/media/edge`
const server = await startTestServer({
  RATE_LIMITS: 'off',
  FFMPEG_PATH: '/nowhere/ffmpeg',
  MEDIA_URL: `${cdn}/`,
  MEDIA_PURGE_URL: `http://127.0.0.1:${port}{path}`,
  MEDIA_PURGE_HEADER: 'X-Purge-Key: hush hush',
  OUTBOUND_ALLOW: `127.0.0.1:${port}`,
})
const { app, db, services, guest } = server
const origin = await listen(app)
const clip = await readFile('server/demo/assets/clips/sunny-side.mp4')

const pathAt = (address: string) => address.replace(cdn, '')
const get = (address: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ url: pathAt(address), method, headers })
const fetchStatuses = async (addresses: readonly string[]) => {
  const result = await Promise.all(addresses.map(async (address) => (await get(address)).statusCode))
  return [...new Set(result)]
}

/** Creates a film with captions, in a public channel with a picture, and returns it as guests see it. */
async function filmOf(ann: Awaited<ReturnType<typeof createUploader>>) {
  const uploadResult = (await waitForUpload(ann.client, await upload(origin, ann, clip)))!
  const pictureId = createPictureId({ width: 40, height: 20, colour: 'ff8000' })
  await services.storage.put(pictureKey(pictureId, 40), Buffer.from('picture'), 'image/webp')
  await insertPicture(db, { id: pictureId, bytes: 7 })
  await db.updateTable('playlist').set({ picture_id: pictureId }).where('id', '=', ann.playlistId).execute()
  const videoId = uploadResult.video_id!
  await ann.client(uploadsContract.addCaptions, {
    params: { id: videoId },
    body: { language: 'en', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nA' },
  })
  const read = async (client: typeof guest = guest) => {
    const channel = await client(channelsContract.getPlaylist, { params: { id: ann.playlistId } })
    const video = await client(channelsContract.getVideo, { params: { id: videoId } })
    const { data } = await client(uploadsContract.listCaptions, { params: { id: videoId }, query: {} })
    return [String(channel.icon), String(video.src), data[0]!.src] as const
  }
  return { uploadId: uploadResult.id, videoId, pictureId, read }
}

/** Moves the clock beyond the minute for which access checks are cached. */
const expireAccessChecks = () => vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + performance.now() + 61_000)

test('responses contain CDN addresses of public files, which the CDN caches and revalidates within a minute', async () => {
  const ann = await createUploader(server)
  const film = await filmOf(ann)
  const [icon, src, captions] = await film.read()
  expect(icon).toBe(`${edge}/pictures/${film.pictureId}/960.webp`)
  expect(src).toBe(`${edge}/videos/${film.uploadId}/master.m3u8`)
  expect(captions).toMatch(new RegExp(`^${edge}/captions/${film.videoId}/en\\.[\\da-f]{12}\\.vtt$`))
  const segments = src.replace('master.m3u8', 'v1.mp4')
  for (const [address, type] of [
    [icon, 'image/webp'],
    [src, 'application/vnd.apple.mpegurl'],
    [segments, 'video/mp4'],
    [captions, 'text/vtt; charset=utf-8'],
  ] as const) {
    const response = await get(address, { 'accept-encoding': 'gzip, br', origin: 'http://choice.test' })
    expect([address, response.statusCode, response.headers['content-type']]).toEqual([address, 200, type])
    expect(response.headers['cache-control']).toMatch(/^public, max-age=\d{5,}, s-maxage=60, immutable$/)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': 'http://choice.test',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect([response.headers.vary, response.headers['set-cookie'], response.headers['content-encoding']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const etag = String(response.headers.etag)
    expect((await get(address, { 'if-none-match': etag })).statusCode).toBe(304)
    const head = await get(address, {}, 'HEAD')
    expect([head.statusCode, head.headers['content-length'], head.headers.etag]).toEqual([200, String(response.rawPayload.length), etag])
    // Requests with other spellings of the address are refused.
    expect(
      await fetchStatuses([`${address}?a=1`, pathAt(address).replace('.', '%2e'), pathAt(address).replace('/edge/', '/edge//')]),
    ).not.toContain(200)
  }
  const etag = String((await get(segments)).headers.etag)
  const part = await get(segments, { range: 'bytes=4-7', 'if-range': etag })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'ftyp', expect.stringMatching(/^bytes 4-7\/\d+$/)])
  expect((await get(segments, { range: 'bytes=4-7', 'if-range': '"other"' })).statusCode).toBe(200)
  expect((await get(segments, { range: 'bytes=999999999-' })).statusCode).toBe(416)

  const preflight = await app.inject({ method: 'OPTIONS', url: pathAt(segments) })
  expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([204, 'Range'])
  expect(preflight.headers['access-control-allow-origin']).toBe('http://choice.test')

  // Replaced captions have a new address.
  await ann.client(uploadsContract.addCaptions, {
    params: { id: film.videoId },
    body: { language: 'en', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nB' },
  })
  const [, , replaced] = await film.read()
  expect(replaced).not.toBe(captions)
  expect([(await get(replaced)).statusCode, (await get(captions)).statusCode]).toEqual([200, 404])

  // Requests may name our files by their addresses at the CDN.
  const renamed = await ann.client(channelsContract.updatePlaylist, { params: { id: ann.playlistId }, body: { icon } })
  expect(renamed.icon).toBe(icon)
  const { picture_id } = await db.selectFrom('playlist').select('picture_id').where('id', '=', ann.playlistId).executeTakeFirstOrThrow()
  expect(picture_id).toBe(film.pictureId)
  expect((await app.inject('/api/playlists')).headers['content-security-policy']).toContain(`img-src 'self' data: blob: ${cdn};`)
})

test('the CDN never gets a file that some viewers may not see, even if a viewer with access asks', async () => {
  const [ann, other] = [await createUploader(server), await createUser(server)]
  const film = await filmOf(ann)
  const addresses = await film.read()
  const all = [...addresses, addresses[1].replace('master.m3u8', 'v1.mp4')]
  const cookie = { cookie: `${cookieNames.media}=${ann.cookie}` }
  expect(await fetchStatuses(all)).toEqual([200])
  const setVideo = (fields: object) => db.updateTable('video').set(fields).where('id', '=', film.videoId).execute()
  const setChannel = (fields: object) => db.updateTable('playlist').set(fields).where('id', '=', ann.playlistId).execute()
  const [hidden, visible] = [
    { status_id: status.private, public_since: null },
    { status_id: status.public, public_since: new Date() },
  ]
  const { id: belgium } = await db.selectFrom('country').select('id').where('code', '=', 'BE').executeTakeFirstOrThrow()
  // Countries and packages lock a film; the channel stays visible.
  for (const [hide, show, locked] of [
    [() => setChannel(hidden), () => setChannel(visible), all],
    [() => setChannel({ adult: true }), () => setChannel({ adult: false }), all],
    [() => setChannel({ removed_alone_at: new Date() }), () => setChannel({ removed_alone_at: null }), all],
    [() => setVideo({ adult: true }), () => setVideo({ adult: false }), all.slice(1)],
    [() => setVideo({ blocked_countries: [belgium] }), () => setVideo({ blocked_countries: [] }), all.slice(1)],
    [() => setVideo({ is_origin_lost: true }), () => setVideo({ is_origin_lost: false }), all.slice(1)],
  ] as const) {
    await hide()
    expect([hide.toString(), await fetchStatuses(locked)]).toEqual([hide.toString(), [404]])
    for (const address of locked) {
      const response = await get(address, { ...cookie, range: 'bytes=0-3' })
      expect([response.statusCode, response.headers['cache-control']]).toEqual([404, 'max-age=0, s-maxage=1'])
    }
    await show()
    expect(await fetchStatuses(all)).toEqual([200])
  }
  // The film's editor, who still sees it, gets addresses on this site.
  await setChannel(hidden)
  const now = expireAccessChecks()
  const ownView = await film.read(ann.client)
  now.mockRestore()
  expect(ownView).toEqual([
    `/media/pictures/${film.pictureId}/960.webp`,
    `/media/videos/${film.uploadId}/master.m3u8`,
    `/media/captions/${film.videoId}/en.vtt`,
  ])
  for (const path of ownView) {
    const response = await get(path, cookie)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, expect.stringMatching(/^private, /)])
    expect((await get(path, { cookie: `${cookieNames.media}=${other.cookie}` })).statusCode).toBe(404)
  }
  // Caches don't store a film that is blocked in some country.
  await setChannel(visible)
  await setVideo({ blocked_countries: [belgium] })
  expect((await get(ownView[1])).headers['cache-control']).toBe('private, no-cache')
})

test('a file that becomes private is purged soon, and again until the CDN acknowledges it', async () => {
  const ann = await createUploader(server)
  const film = await filmOf(ann)
  const addresses = await film.read()
  await db.deleteFrom('edge_copy').execute()
  expect(await fetchStatuses(addresses)).toEqual([200])
  const bob = await createUploader(server)
  const others = await (await filmOf(bob)).read()
  expect(await fetchStatuses(others)).toEqual([200])
  const listDue = () => db.selectFrom('edge_copy').select('path').where('purge_since', 'is not', null).execute()
  purgeRequests.isDown = true
  purgeRequests.paths.length = 0
  await ann.client(channelsContract.updatePlaylist, { params: { id: ann.playlistId }, body: { status_id: status.private } })
  await vi.waitFor(
    async () => expect((await listDue()).map(({ path }) => path).toSorted()).toEqual(addresses.map(pathAt).toSorted()),
    15_000,
  )
  expect(purgeRequests.paths).toEqual([])
  purgeRequests.isDown = false
  // Failed purges are retried within a minute, or with the next change.
  await bob.client(channelsContract.deletePlaylist, { params: { id: bob.playlistId } })
  await vi.waitFor(async () => {
    expect(purgeRequests.paths).toEqual(expect.arrayContaining([...addresses, ...others].map(pathAt)))
    expect(await listDue()).toEqual([])
  }, 15_000)
  expect([...purgeRequests.headers]).toEqual(['hush hush'])
})
