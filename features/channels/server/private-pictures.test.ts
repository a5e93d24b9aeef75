import { expect, onTestFinished, test, vi } from 'vitest'
import sharp from 'sharp'
import { fillSeries, makeChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { startS3 } from '#test/s3.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { parsePictureAddress, pictureUrl } from '#features/media/picture-addresses.ts'
import { mediaContract } from '#features/media/contract.ts'
import { createMedia } from '#features/media/server/media.ts'
import { insertPicture } from '#features/media/server/queries.ts'
import { createPictureId, pictureKey } from '#features/media/server/picture-files.ts'
import { channelsContract as contract } from '../contract.ts'
import { status } from '../rules.ts'
import { insertGroups } from './queries/groups.ts'
import { channelsPictures } from './queries/picture-uses.ts'

const server = await startTestServer()
const { db, app, guest, services } = server
const [owner, member, outsider] = await Promise.all([createUser(server), createUser(server), createUser(server)])
const adultUser = await createUser(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') })
const teamId = await makeTeam(db, { members: [owner, member] })
const teamClient = server.clientFor({ token: owner.token, teamId })
const file = new Blob([
  await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff8000' } })
    .png()
    .toBuffer(),
])
const webp = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff8000' } })
  .webp()
  .toBuffer()

async function storePicture(): Promise<string> {
  const id = createPictureId({ width: 40, height: 20, colour: 'ff8000' })
  await services.storage.put(pictureKey(id, 40), webp, 'image/webp')
  await insertPicture(db, { id, bytes: webp.length })
  return id
}
/** Creates a channel with a picture, and a video with two. */
async function makePictured(client: Client, fields: Parameters<typeof makeChannel>[1], ofVideo: { adult?: boolean } = {}) {
  const { id: playlistId } = await makeChannel(client, fields)
  const pictures = await Promise.all([storePicture(), storePicture(), storePicture()])
  await db.updateTable('playlist').set({ picture_id: pictures[0] }).where('id', '=', playlistId).execute()
  const { id: seriesId } = await makeSeries(client, playlistId)
  const [videoId] = await fillSeries(db, seriesId, ['A'], { picture_id: pictures[1], more_picture_id: pictures[2], ...ofVideo })
  return { playlistId, videoId: videoId!, plain: pictures.map((id) => pictureUrl(id)) }
}
const get = (url: string, user?: Person) => app.inject({ url, ...(user && { headers: { cookie: `media_session=${user.cookie}` } }) })
/** Requests pictures. Returns `200 public`, `200 private` or `404`: one outcome if all are equal. */
async function outcomesOf(addresses: readonly string[], user?: Person) {
  const answers = await Promise.all(addresses.map((address) => get(address, user)))
  const outcomes = answers.map(({ statusCode, headers }) =>
    statusCode === 404 ? `404 ${headers['cache-control']}` : `${statusCode} ${String(headers['cache-control']).split(',')[0]}`,
  )
  return [...new Set(outcomes)].join()
}
/** Reads the picture addresses in the responses of the channel and its video. */
async function readPictureAddresses(client: Client, playlistId: string, videoId: string) {
  const { icon, series } = await client(contract.getPlaylist, { params: { id: playlistId } })
  const video = await client(contract.getVideo, { params: { id: videoId }, query: { playlist: playlistId } })
  expect([video.image, video.more_photo]).toEqual([series[0]!.videos[0]!.image, series[0]!.videos[0]!.more_photo])
  return [icon, video.image, video.more_photo].map(String)
}
const notFoundOutcome = '404 no-store'

test('pictures of a public channel are public and can be kept by shared caches', async () => {
  const { playlistId, videoId, plain } = await makePictured(owner.client, {})
  expect(await readPictureAddresses(guest, playlistId, videoId)).toEqual(plain)
  for (const user of [undefined, outsider, owner]) expect(await outcomesOf(plain, user)).toBe('200 public')
})

test('a copy shows the same pictures to readers of the copy', async () => {
  const source = await makePictured(owner.client, { status_id: status.privateLink })
  const { id, series } = await outsider.client(contract.copyPlaylist, { body: { playlist_id: source.playlistId } })
  expect(await readPictureAddresses(outsider.client, id, series[0]!.videos[0]!.id)).toEqual(source.plain)
  for (const [user, expected] of [
    [outsider, '200 private'],
    [owner, '200 private'],
    [member, notFoundOutcome],
    [undefined, notFoundOutcome],
  ] as const)
    expect(await outcomesOf(source.plain, user)).toBe(expected)
  await owner.client(contract.deletePlaylist, { params: { id: source.playlistId } })
  await db
    .updateTable('picture')
    .set({ created_at: new Date(0) })
    .execute()
  await createMedia({ ...services, uses: [channelsPictures], publicUrl: 'http://choice.test' }).pictures.removeUnusedPictures(db)
  expect(await outcomesOf(source.plain, outsider)).toBe('200 private')
  expect(await outcomesOf(source.plain, owner)).toBe(notFoundOutcome)
  await outsider.client(contract.updatePlaylist, { params: { id }, body: { status_id: status.public } })
  expect(await outcomesOf(source.plain)).toBe('200 public')
})

test('pictures of a private channel are visible to its owner and team, by their session cookie', async () => {
  const ownChannel = await makePictured(owner.client, { status_id: status.private })
  expect(await readPictureAddresses(owner.client, ownChannel.playlistId, ownChannel.videoId)).toEqual(ownChannel.plain)
  expect([
    await outcomesOf(ownChannel.plain, owner),
    await outcomesOf(ownChannel.plain, member),
    await outcomesOf(ownChannel.plain, outsider),
    await outcomesOf(ownChannel.plain),
  ]).toEqual(['200 private', notFoundOutcome, notFoundOutcome, notFoundOutcome])
  const team = await makePictured(teamClient, { status_id: status.private })
  expect([
    await outcomesOf(team.plain, owner),
    await outcomesOf(team.plain, member),
    await outcomesOf(team.plain, outsider),
    await outcomesOf(team.plain),
  ]).toEqual(['200 private', '200 private', notFoundOutcome, notFoundOutcome])
})

test('pictures of a channel that became private, adult or deleted are hidden immediately', async () => {
  const { playlistId, plain } = await makePictured(owner.client, {})
  const change = (body: object) => owner.client(contract.updatePlaylist, { params: { id: playlistId }, body })
  expect(await outcomesOf(plain)).toBe('200 public')
  await change({ status_id: status.private })
  expect([await outcomesOf(plain), await outcomesOf(plain, outsider), await outcomesOf(plain, owner)]).toEqual([
    notFoundOutcome,
    notFoundOutcome,
    '200 private',
  ])
  await change({ status_id: status.public })
  expect(await outcomesOf(plain)).toBe('200 public')
  await change({ adult: true })
  expect([await outcomesOf(plain), await outcomesOf(plain, outsider), await outcomesOf(plain, adultUser)]).toEqual([
    notFoundOutcome,
    notFoundOutcome,
    '200 private',
  ])
  await change({ adult: false })
  await owner.client(contract.deletePlaylist, { params: { id: playlistId } })
  expect([await outcomesOf(plain), await outcomesOf(plain, owner)]).toEqual([notFoundOutcome, notFoundOutcome])
})

test('pictures of an adult video are hidden in an ordinary channel', async () => {
  const { plain } = await makePictured(owner.client, {}, { adult: true })
  const [icon, ...ofVideo] = plain
  expect([await outcomesOf([icon!]), await outcomesOf(ofVideo), await outcomesOf(ofVideo, adultUser)]).toEqual([
    '200 public',
    notFoundOutcome,
    '200 private',
  ])
})

test('a private link returns addresses signed for a day and for one picture', async () => {
  const { playlistId, videoId, plain } = await makePictured(owner.client, { status_id: status.privateLink })
  expect(await readPictureAddresses(owner.client, playlistId, videoId)).toEqual(plain)
  expect(await outcomesOf(plain, owner)).toBe('200 private')
  for (const client of [guest, outsider.client]) {
    const signed = await readPictureAddresses(client, playlistId, videoId)
    expect(signed.map((address) => address.split('?')[0])).toEqual(plain)
    expect(await outcomesOf(signed)).toBe('200 private')
    expect(await outcomesOf(signed.map((address) => address.replace('/960.', '/160.')))).toBe('200 private')
    expect([await outcomesOf(plain), await outcomesOf(plain, outsider)]).toEqual([notFoundOutcome, notFoundOutcome])
    const [first, second] = signed.map((address) => address.split('?')) as [[string, string], [string, string]]
    const laterUrl = first[1].replace(/until=\d+/, (until) => `until=${Number(until.slice(6)) + 1}`)
    const altered = first[1].replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const query of [second[1], laterUrl, altered, first[1].replace('view=', 'use='), `${first[1]}x`, 'until=9999999999&view='])
      expect(await outcomesOf([`${first[0]}?${query}`])).toBe(notFoundOutcome)
  }
  const [address] = await readPictureAddresses(guest, playlistId, videoId)
  const lifetime = Number(/until=(\d+)/.exec(address!)![1]) * 1000 - Date.now()
  expect(lifetime / 3_600_000).toBeGreaterThan(23.9)
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + lifetime + 1000 })
  expect(await outcomesOf([address!])).toBe(notFoundOutcome)
  vi.useRealTimers()
})

test('only editors of a thing with the picture can use it again', async () => {
  const { plain } = await makePictured(owner.client, {})
  const team = await makePictured(teamClient, { status_id: status.private })
  const { playlistId } = await makePictured(outsider.client, {})
  const linked = await makePictured(owner.client, { status_id: status.privateLink })
  const [signed] = await readPictureAddresses(outsider.client, linked.playlistId, linked.videoId)
  const use = (client: Client, icon: string) =>
    outcome(client(contract.createPlaylist, { body: { name: 'Mine', status_id: status.private, icon } }))
  for (const address of plain) expect(await use(owner.client, address)).toBe('done')
  for (const address of team.plain) expect([await use(member.client, address), await use(owner.client, address)]).toEqual(['done', 'done'])
  for (const address of [...plain, ...team.plain, signed!]) expect(await use(outsider.client, address)).toBe('422 picture_missing icon')
  const taken = outsider.client(contract.updatePlaylist, { params: { id: playlistId }, body: { icon: plain[0]! } })
  expect(await outcome(taken)).toBe('422 picture_missing icon')
})

test('only the user who looked up a link can see and use its picture', async () => {
  const id = await storePicture()
  const url = 'https://films.test/page'
  const page = { url, title: 'A page', description: '', site: 'films.test', kind: 'page', is_reached: true, picture_id: id }
  await db.insertInto('link').values(page).execute()
  const { image } = await outsider.client(mediaContract.getMeta, { body: { url } })
  expect(await outcomesOf([image!], outsider)).toBe('200 private')
  for (const others of [
    outcomesOf([image!]),
    outcomesOf([image!], owner),
    outcomesOf([pictureUrl(id)]),
    outcomesOf([pictureUrl(id)], outsider),
  ])
    expect(await others).toBe(notFoundOutcome)
  const { id: playlistId } = await makeChannel(outsider.client, { status_id: status.private })
  const icon = (client: Client, address: string) =>
    outcome(client(contract.updatePlaylist, { params: { id: playlistId }, body: { icon: address } }))
  expect([await icon(outsider.client, pictureUrl(id)), await icon(outsider.client, image!)]).toEqual(['422 picture_missing icon', 'done'])
  const another = owner.client(contract.updatePlaylist, { params: { id: (await makeChannel(owner.client)).id }, body: { icon: image! } })
  expect(await outcome(another)).toBe('422 picture_missing icon')
})

test('a profile picture is visible to all with a public profile, else only to the user', async () => {
  await owner.client(accountsContract.updateProfile, { body: { profile_picture: file } })
  const { profile_picture: address } = await owner.client(accountsContract.getProfile, {})
  expect([await outcomesOf([address!]), await outcomesOf([address!], outsider), await outcomesOf([address!], owner)]).toEqual([
    notFoundOutcome,
    notFoundOutcome,
    '200 private',
  ])
  await owner.client(accountsContract.updateProfile, { body: { is_public: true } })
  expect(await outcomesOf([address!])).toBe('200 public')
})

test('the picture of a group is visible only to its owner', async () => {
  const id = await storePicture()
  await insertGroups(db, [{ id: 'groupgroup1', user_id: owner.id, name: 'G', status_id: 1, picture_id: id, position: 1 }])
  expect([
    await outcomesOf([pictureUrl(id)]),
    await outcomesOf([pictureUrl(id)], member),
    await outcomesOf([pictureUrl(id)], owner),
  ]).toEqual([notFoundOutcome, notFoundOutcome, '200 private'])
})

test('a cached picture is confirmed only to readers who may see it', async () => {
  const { plain } = await makePictured(owner.client, { status_id: status.private })
  const etag = (await get(plain[0]!, owner)).headers.etag
  const second = await app.inject({ url: plain[0]!, headers: { 'if-none-match': etag } })
  expect([second.statusCode, parsePictureAddress(plain[0]!)?.width]).toEqual([404, 40])
})

test('uploads of disconnected clients are not decoded and don’t block the queue', async () => {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const picture = new Blob([
    await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#ff8000' } })
      .png()
      .toBuffer(),
  ])
  const upload = ({ token }: Person, signal?: AbortSignal) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ name: 'A', status_id: '1' })) body.set(name, value)
    body.set('icon', picture, 'icon.png')
    const headers = { authorization: `Bearer ${token}` }
    return fetch(`${origin}/api/playlists`, { method: 'POST', headers, body, ...(signal && { signal }) })
  }
  const count = async () => (await db.selectFrom('picture').select('id').execute()).length
  const before = await count()
  const leaving = new AbortController()
  const left = Array.from({ length: 40 }, () => upload(outsider, leaving.signal).catch(() => undefined))
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(before), 20_000)
  leaving.abort()
  await Promise.all(left)
  expect((await upload(member)).status).toBe(200)
  const then = await count()
  // Pictures that are already being decoded may still be stored, but decoding of further pictures must not begin.
  for (let n = 0; n < 3; n++) expect((await upload(member)).status).toBe(200)
  expect((await count()) - then - 3).toBeLessThan(3)
  expect(then - before).toBeLessThan(40)
})

test('with S3, private pictures are served by the server and are deleted with their channel', async () => {
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = await startS3()
  const settings = { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint }
  const s3 = await startTestServer({ ...settings, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey })
  const [ann, other] = await Promise.all([createUser(s3), createUser(s3)])
  const { id, icon } = await ann.client(contract.createPlaylist, {
    body: { name: 'Mine', status_id: status.private, icon: new File([file], 'icon.png') },
  })
  const ask = async (user?: Person, headers: Record<string, string> = {}) => {
    const { statusCode, rawPayload } = await s3.app.inject({
      url: String(icon),
      headers: { ...(user && { cookie: `media_session=${user.cookie}` }), ...headers },
    })
    return { statusCode, bytes: rawPayload }
  }
  const response = await ask(ann)
  expect([response.statusCode, (await sharp(response.bytes).metadata()).format]).toEqual([200, 'webp'])
  expect(await ask(ann, { range: 'bytes=4-9' })).toEqual({ statusCode: 206, bytes: response.bytes.subarray(4, 10) })
  expect([(await ask(other)).statusCode, (await ask()).statusCode]).toEqual([404, 404])
  const key = pictureKey(parsePictureAddress(String(icon))!.id, 40)
  expect(await s3.services.storage.sizeOf(key)).toBe(response.bytes.length)
  await ann.client(contract.deletePlaylist, { params: { id } })
  expect((await ask(ann)).statusCode).toBe(404)
  await s3.db
    .updateTable('picture')
    .set({ created_at: new Date(0) })
    .execute()
  const { pictures } = createMedia({ ...s3.services, uses: [channelsPictures], publicUrl: 'http://choice.test' })
  expect(await pictures.removeUnusedPictures(s3.db)).toBe(1)
  expect(await s3.services.storage.sizeOf(key)).toBeUndefined()
})
