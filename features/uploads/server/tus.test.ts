import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { makeChannel } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { waitForUpload, listen, nonMediaBytes, sha256, tusClient, upload, createUploader, uploadTools } from '#test/uploads.ts'
import { uploadsContract } from '../contract.ts'
import { cleanUpUploads } from './jobs.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', UPLOAD_QUOTA_GB: '5', FFMPEG_PATH: '/nowhere/ffmpeg' })
const { db, config } = server
const origin = await listen(server.app)
const tools = uploadTools(server)
const { parts } = tools
const ann = await createUploader(server)
const tus = tusClient(origin, ann.token)
const metadata = { filename: 'film.mp4', series_id: ann.seriesId }

const readResponse = async (response: Response) => {
  const { code, errors } = (await response.json()) as { code: string; errors: object }
  return [response.status, code, ...Object.keys(errors)]
}

test('a file arrives in parts, and each response has its offset', async () => {
  const bytes = nonMediaBytes(3_000_000)
  const created = await tus.create({ ...metadata, filename: 'Night_train.bin' }, bytes.length)
  expect([created.status, created.headers.get('tus-resumable')]).toEqual([201, '1.0.0'])
  expect(Date.parse(created.headers.get('upload-expires')!)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  const path = created.headers.get('location')!
  const first = await tus.patch(path, 0, bytes.subarray(0, 1_000_000))
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '1000000'])
  const head = await tus.head(path)
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([200, '1000000', '3000000'])
  const { data } = await ann.client(uploadsContract.listUploads, {})
  expect(data[0]).toMatchObject({
    title: 'Night train',
    size: 3_000_000,
    received: 1_000_000,
    state: 'uploading',
    playlist_id: ann.playlistId,
  })
  expect(await readResponse(await tus.patch(path, 5, bytes.subarray(5)))).toEqual([409, 'malformed'])
  expect((await tus.patch(path, 1_000_000, bytes.subarray(1_000_000))).status).toBe(204)
  // The request is repeated, because its response was lost.
  expect((await tus.head(path)).headers.get('upload-offset')).toBe('3000000')
  expect(await waitForUpload(ann.client, data[0]!.id)).toMatchObject({ state: 'failed', reason: 'not_video', received: 3_000_000 })
})

test.each<[string, () => Promise<Response>, unknown[]]>([
  ['a guest', () => tusClient(origin).create(metadata, 10), [401, 'login_required']],
  ['an invalid token', () => tusClient(origin, 'wrong').create(metadata, 10), [401, 'token_invalid']],
  [
    'no version of tus',
    () => fetch(`${origin}/api/uploads`, { method: 'POST', headers: { authorization: `Bearer ${ann.token}` } }),
    [412, 'malformed'],
  ],
  ['no metadata', () => tus.create({}, 10), [422, 'invalid', 'filename', 'series_id']],
  ['an invalid series id', () => tus.create({ ...metadata, series_id: 'none' }, 10), [422, 'invalid', 'series_id']],
  ['a missing series', () => tus.create({ ...metadata, series_id: 'none4567890' }, 10), [404, 'not_found']],
  ['an invalid place', () => tus.create({ ...metadata, index: 'first' }, 10), [422, 'invalid', 'index']],
  ['no size', () => tus.create(metadata, ''), [422, 'size_unknown', 'size']],
  ['an invalid size', () => tus.create(metadata, '-1'), [422, 'size_unknown', 'size']],
  ['an empty file', () => tus.create(metadata, 0), [422, 'not_video', 'size']],
  ['a file over 4 GiB', () => tus.create(metadata, 4 * 1024 ** 3 + 1), [422, 'too_large', 'size']],
  ['metadata that can’t be read', () => tus.create({}, 10, { 'upload-metadata': 'filename not/base64!!' }), [400, 'malformed']],
])('%s is refused', async (_, call, refusal) => {
  expect(await readResponse(await call())).toEqual(refusal)
})

test('a user who may not upload is refused before the body is read', async () => {
  const bob = await createUser(server)
  const { id: playlistId } = await makeChannel(bob.client)
  const { id } = await bob.client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'Films' } })
  expect(await readResponse(await tusClient(origin, bob.token).create({ filename: 'a.mp4', series_id: id }, 10))).toEqual([
    403,
    'not_permitted',
  ])
  expect(await bob.client(uploadsContract.getUploadRoom, {})).toMatchObject({ may_upload: false, used: 0 })
  // Announces a body of 1 GB, but doesn't send it.
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const head = `PATCH /api/uploads/abcdefghijk HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bob.token}\r\ntus-resumable: 1.0.0\r\n`
  socket.write(`${head}content-length: 1000000000\r\n\r\n`)
  const [line] = (await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))).split('\r\n')
  socket.destroy()
  expect(line).toBe('HTTP/1.1 403 Forbidden')
  const foreign = await tus.create({ filename: 'a.mp4', series_id: id }, 10)
  expect(foreign.status).toBe(403)
})

test('another user’s upload is inaccessible in any way', async () => {
  const bob = await createUploader(server)
  const path = (await tus.create(metadata, 10)).headers.get('location')!
  const id = path.split('/').at(-1)!
  const bobsClient = tusClient(origin, bob.token)
  const othersPath = (await bobsClient.create({ filename: 'his.mp4', series_id: bob.seriesId }, 10)).headers.get('location')!
  for (const outsider of [bobsClient, tusClient(origin)])
    for (const response of [outsider.head(path), outsider.patch(path, 0, Buffer.from('x')), outsider.remove(path)])
      expect([401, 404]).toContain((await response).status)
  await expect(bob.client(uploadsContract.removeUpload, { params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(bob.client(uploadsContract.retryUpload, { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect((await bob.client(uploadsContract.listUploads, {})).data.map((item) => `/api/uploads/${item.id}`)).toEqual([othersPath])
  expect((await tus.head(path)).headers.get('upload-offset')).toBe('0')
  expect((await tus.remove(path)).status).toBe(204)
  expect((await tus.head(path)).status).toBe(404)
  await expect(stat(join(config.uploadsDir, id))).rejects.toThrow('ENOENT')
})

test('only the path of an address names the upload, and another id after it has no effect', async () => {
  const bob = await createUploader(server)
  const bobsClient = tusClient(origin, bob.token)
  const othersPath = (await bobsClient.create({ filename: 'his.mp4', series_id: bob.seriesId }, 10)).headers.get('location')!
  const path = (await tus.create(metadata, 20)).headers.get('location')!
  for (const suffix of [`?/${path.split('/').at(-1)!}`, `/?x=/${path.split('/').at(-1)!}`]) {
    expect((await bobsClient.head(`${othersPath}${suffix}`)).headers.get('upload-length')).toBe('10')
    await bobsClient.patch(`${othersPath}${suffix}`, 0, Buffer.from('x'))
  }
  expect((await tus.head(path)).headers.get('upload-offset')).toBe('0')
  expect((await bobsClient.head(othersPath)).headers.get('upload-offset')).toBe('1')
  for (const [client, address] of [
    [tus, path],
    [bobsClient, othersPath],
  ] as const)
    await client.remove(address)
})

test('other part types and invalid offsets are refused, and two requests never write into each other', async () => {
  const bytes = nonMediaBytes(400_000)
  const path = (await tus.create(metadata, bytes.length)).headers.get('location')!
  expect((await tus.patch(path, 0, bytes, { 'content-type': 'application/json' })).status).toBe(415)
  expect((await tus.patch(path, 0, bytes, { 'upload-offset': '1e3' })).status).toBe(400)
  expect((await tus.patch(path, 0, Buffer.concat([bytes, bytes]))).status).toBe(413)
  const statuses = (
    await Promise.all([tus.patch(path, 0, bytes.subarray(0, 200_000)), tus.patch(path, 0, bytes.subarray(0, 200_000))])
  ).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409])
  expect(sha256(await readFile(join(config.uploadsDir, path.split('/').at(-1)!)))).toBe(sha256(bytes.subarray(0, 200_000)))
  await tus.remove(path)
})

test('a quota that operators set limits the next upload, except for users with a quota of their own', async () => {
  const [eve, { db }] = [await createUploader(server), server]
  const client = tusClient(origin, eve.token)
  const film = { filename: 'film.mp4', series_id: eve.seriesId }
  const setLimit = async (quota_gb: number | null) => {
    const values = { name: 'uploads', value: JSON.stringify({ quota_gb }) }
    await db.insertInto('site_setting').values(values).execute()
    const expected = Math.min(quota_gb ?? 5, 5) * 1024 ** 3
    await expect.poll(async () => (await eve.client(uploadsContract.getUploadRoom, {})).quota, { timeout: 2000 }).toBe(expected)
  }
  await setLimit(1)
  expect(await readResponse(await client.create(film, 2e9))).toEqual([422, 'no_quota', 'size'])
  await setLimit(500)
  await setLimit(1)
  await db.updateTable('account').set({ upload_quota: 4e9 }).where('id', '=', eve.id).execute()
  expect((await client.create(film, 2e9)).status).toBe(201)
  await db.updateTable('account').set({ upload_quota: null }).where('id', '=', eve.id).execute()
  await setLimit(null)
})

test('the quota includes running uploads, also of simultaneous starts, and is released', async () => {
  const cas = await createUploader(server)
  const client = tusClient(origin, cas.token)
  const film = { filename: 'film.mp4', series_id: cas.seriesId }
  const responses = await Promise.all([client.create(film, 3e9), client.create(film, 3e9)])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  expect(await readResponse(responses.find(({ status }) => status === 422)!)).toEqual([422, 'no_quota', 'size'])
  expect(await cas.client(uploadsContract.getUploadRoom, {})).toEqual({
    may_upload: true,
    used: 3e9,
    quota: 5_368_709_120,
    max_file: 4 * 1024 ** 3,
  })
  await client.remove(responses.find(({ status }) => status === 201)!.headers.get('location')!)
  expect((await cas.client(uploadsContract.getUploadRoom, {})).used).toBe(0)
  await Promise.all(Array.from({ length: 20 }, () => client.create(film, 10)))
  expect(await readResponse(await client.create(film, 10))).toEqual([422, 'too_many_uploads', 'series_id'])
})

test('repeating a call with the same key creates one upload', async () => {
  const dee = await createUploader(server)
  const client = tusClient(origin, dee.token)
  const film = { filename: 'film.mp4', series_id: dee.seriesId }
  const key = { 'idempotency-key': 'again' }
  const uploads = await Promise.all([client.create(film, 10, key), client.create(film, 10, key)])
  const second = await client.create(film, 10, key)
  expect(new Set([...uploads, second].filter(({ status }) => status === 201).map(({ headers }) => headers.get('location'))).size).toBe(1)
  expect(await readResponse(await client.create(film, 11, key))).toEqual([409, 'key_reused'])
  expect((await dee.client(uploadsContract.listUploads, {})).data).toHaveLength(1)
})

/** Begins a PATCH request from offset 0, whose body the test writes in parts. */
function beginPatch(path: string, token: string, length: number): Socket {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const head = [`PATCH ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`, 'tus-resumable: 1.0.0', 'upload-offset: 0']
  socket.write([...head, 'content-type: application/offset+octet-stream', `content-length: ${length}`, '', ''].join('\r\n'))
  return socket
}

test('a broken connection keeps the received bytes, and another one continues from there', async () => {
  const bytes = nonMediaBytes(500_000)
  const path = (await tus.create(metadata, bytes.length)).headers.get('location')!
  const socket = beginPatch(path, ann.token, bytes.length)
  socket.write(bytes.subarray(0, 300_000))
  const file = join(config.uploadsDir, path.split('/').at(-1)!)
  await vi.waitFor(async () => expect((await stat(file)).size).toBe(300_000), 20_000)
  socket.destroy()
  const offset = Number((await tus.head(path)).headers.get('upload-offset'))
  expect(offset).toBe(300_000)
  await tus.patch(path, offset, bytes.subarray(offset, 499_999))
  expect(sha256(await readFile(file))).toBe(sha256(bytes.subarray(0, 499_999)))
  await tus.remove(path)
})

test('four requests of a user run at once, and aborted ones release their slots', async () => {
  const fay = await createUploader(server)
  const client = tusClient(origin, fay.token)
  const film = { filename: 'film.mp4', series_id: fay.seriesId }
  const bytes = nonMediaBytes(1000)
  const places = await Promise.all(Array.from({ length: 5 }, () => client.create(film, bytes.length)))
  const paths = places.map(({ headers }) => headers.get('location')!)
  const fifth = paths.pop()!
  const sockets = paths.map((path) => beginPatch(path, fay.token, bytes.length))
  for (const socket of sockets) socket.write(bytes.subarray(0, 300))
  for (const path of paths)
    await vi.waitFor(async () => expect((await stat(join(config.uploadsDir, path.split('/').at(-1)!))).size).toBe(300), 20_000)
  const response = await client.patch(fifth, 0, bytes.subarray(0, 999))
  expect([await readResponse(response), response.headers.get('retry-after')]).toEqual([[429, 'too_many'], '30'])
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect((await client.patch(fifth, 0, bytes.subarray(0, 999))).status).toBe(204), 20_000)
  // All uploads continue. If a slot had leaked, one would be refused.
  const ends = await Promise.all(paths.map((path) => client.patch(path, 300, bytes.subarray(300, 999))))
  expect(ends.map(({ status }) => status)).toEqual([204, 204, 204, 204])
})

test('abandoned parts are deleted after a day, and a complete one is registered', async () => {
  const uploadId = (await tus.create(metadata, 10)).headers.get('location')!.split('/').at(-1)!
  const [old, whole] = [uploadId, (await tus.create(metadata, 4)).headers.get('location')!.split('/').at(-1)!]
  await writeFile(join(config.uploadsDir, whole), 'webm')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(config.uploadsDir, old), yesterday, yesterday)
  // The part belongs to an upload that another instance deleted.
  const orphan = join(config.uploadsDir, 'orphan00000')
  const before = new Date(Date.now() - 49 * 3_600_000)
  await writeFile(orphan, 'x')
  await utimes(orphan, before, before)
  await cleanUpUploads(db, tools)
  await expect(stat(orphan)).rejects.toThrow('ENOENT')
  await expect(stat(join(config.uploadsDir, old))).rejects.toThrow('ENOENT')
  expect((await tus.head(`/api/uploads/${old}`)).status).toBe(404)
  expect(await waitForUpload(ann.client, whole)).toMatchObject({ state: 'failed', reason: 'not_video' })
})

test('an upload whose job is dead has failed, and can be retried', async () => {
  const id = await upload(origin, ann, Buffer.from('no film at all'))
  await waitForUpload(ann.client, id)
  await expect(ann.client(uploadsContract.retryUpload, { params: { id } })).rejects.toMatchObject({ status: 409 })
  await sql`update upload set state = 'processing', reason = null, ended_at = null, job_id = null, has_original = true,
    created_at = now() - interval '1 hour' where id = ${id}`.execute(db)
  expect((await waitForUpload(ann.client, id))!).toMatchObject({ state: 'failed', reason: 'interrupted' })
  await cleanUpUploads(db, tools)
  expect(await db.selectFrom('upload').select(['state', 'reason']).where('id', '=', id).executeTakeFirst()).toEqual({
    state: 'failed',
    reason: 'interrupted',
  })
  await ann.client(uploadsContract.removeUpload, { params: { id } })
  expect((await ann.client(uploadsContract.listUploads, {})).data.map((item) => item.id)).not.toContain(id)
})

test('a logout ends an upload, and a full disk is reported without other effects', async () => {
  const eve = await createUploader(server)
  const client = tusClient(origin, eve.token)
  const film = { filename: 'film.mp4', series_id: eve.seriesId }
  const path = (await client.create(film, 10)).headers.get('location')!
  await expect(parts.assertSpace(2 ** 60)).rejects.toMatchObject({ name: 'StorageError', kind: 'full' })
  await sql`delete from session where account_id = ${eve.id}`.execute(db)
  expect(await readResponse(await client.patch(path, 0, Buffer.from('x')))).toEqual([401, 'token_invalid'])
})
