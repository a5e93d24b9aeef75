// @module-tag slow
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { s3ClientOptions } from '#kit/server/storage/s3-client.ts'
import { createStorage } from '#kit/server/storage/storage.ts'
import { createServerProcesses } from '#test/processes.ts'
import { startS3 } from '#test/s3.ts'
import { waitForUpload, sha256, tusClient, createUploader } from '#test/uploads.ts'
import { originalName, uploadKey } from './files.ts'
import { createParts } from './part-store-s3.ts'
import { cleanUpUploads } from './jobs.ts'

// These tests start two instances, each with its own DATA_DIR, on one database and one bucket.
vi.setConfig({ testTimeout: 60_000 })
const s3 = await startS3()
const { db, start } = await createServerProcesses()
const settings = {
  S3_BUCKET: s3.bucket,
  S3_REGION: s3.region,
  S3_ENDPOINT: s3.endpoint,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  RATE_LIMITS: 'off',
}
const [a, b] = await Promise.all([start('a', settings), start('b', settings)])
const storage = createStorage({ folder: '/nowhere', s3 })
const parts = createParts({ s3, uploadsDir: '/nowhere' }, { db, storage })
const tools = {
  parts,
  storage,
  jobs: { send: () => Promise.resolve(null), cancel: () => Promise.resolve(false) },
  readQuota: () => Promise.resolve(0),
} as never

const MB = 1024 * 1024
const idOf = (path: string) => path.split('/').at(-1)!
const fetchStoredBytes = async (id: string) => new Uint8Array(await (await fetch(`${a.url}/media/videos/${id}/original.wav`)).arrayBuffer())
/** Creates an audio file, which is served as it is. */
function createAudioFile(size: number) {
  const bytes = randomBytes(size)
  bytes.write('RIFF\x78\x84\x1e\0WAVEfmt ', 'latin1')
  return bytes
}
/** Begins a PATCH request, whose body the test writes in parts. */
function patchSlowly(url: string, path: string, token: string, offset: number, length: number) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  const head = [`PATCH ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`, 'tus-resumable: 1.0.0', `upload-offset: ${offset}`]
  socket.write([...head, 'content-type: application/offset+octet-stream', `content-length: ${length}`, '', ''].join('\r\n'))
  return socket
}

test('an upload continues at another instance, and finishes at the first', async () => {
  const ann = await createUploader({ db, clientFor: a.clientFor })
  const [first, other] = [tusClient(a.url, ann.token), tusClient(b.url, ann.token)]
  const bytes = createAudioFile(19 * MB)
  const path = (await first.create({ filename: 'song.wav', series_id: ann.seriesId }, bytes.length)).headers.get('location')!
  const offsets = [0, 1000, 9 * MB, 14 * MB + 7, bytes.length]
  for (const [index, end] of offsets.slice(1).entries()) {
    const [client, next] = index % 2 ? [other, first] : [first, other]
    const from = offsets[index]!
    expect((await client.patch(path, from, bytes.subarray(from, end))).status).toBe(204)
    const head = await next.head(path)
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(end)])
  }
  expect(await waitForUpload(ann.client, idOf(path))).toMatchObject({ state: 'done', reason: null })
  const played = await fetch(`${a.url}/media/videos/${idOf(path)}/original.wav`)
  expect(sha256(new Uint8Array(await played.arrayBuffer()))).toBe(sha256(bytes))
})

test('an upload continues at the other instance when its own is killed', async () => {
  const killed = await start('c', settings)
  const ann = await createUploader({ db, clientFor: killed.clientFor })
  const bytes = createAudioFile(30 * MB)
  const created = await tusClient(killed.url, ann.token).create({ filename: 'song.wav', series_id: ann.seriesId }, bytes.length)
  const path = created.headers.get('location')!
  const socket = patchSlowly(killed.url, path, ann.token, 0, bytes.length)
  socket.write(bytes.subarray(0, 20 * MB))
  await vi.waitFor(async () => expect((await parts.find(idOf(path)))?.size).toBeGreaterThanOrEqual(16 * MB), 20_000)
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  socket.destroy()
  const other = tusClient(b.url, ann.token)
  const offset = Number((await other.head(path)).headers.get('upload-offset'))
  expect(offset).toBeGreaterThanOrEqual(16 * MB)
  expect((await other.patch(path, offset, bytes.subarray(offset))).status).toBe(204)
  expect(await waitForUpload(b.clientFor({ token: ann.token }), idOf(path))).toMatchObject({ state: 'done', reason: null })
  expect(sha256(await fetchStoredBytes(idOf(path)))).toBe(sha256(bytes))
})

test('parts behind a missing one are sent again', async () => {
  const ann = await createUploader({ db, clientFor: a.clientFor })
  const tus = tusClient(a.url, ann.token)
  const bytes = createAudioFile(25 * MB)
  const path = (await tus.create({ filename: 'song.wav', series_id: ann.seriesId }, bytes.length)).headers.get('location')!
  const { multipart_id: UploadId } = await db
    .selectFrom('upload')
    .select('multipart_id')
    .where('id', '=', idOf(path))
    .executeTakeFirstOrThrow()
  const { S3 } = await import('@aws-sdk/client-s3')
  const client = new S3(s3ClientOptions(s3))
  for (const PartNumber of [1, 3]) {
    const Body = bytes.subarray((PartNumber - 1) * 8 * MB, PartNumber * 8 * MB)
    await client.uploadPart({ Bucket: s3.bucket, Key: uploadKey(idOf(path), originalName), UploadId: UploadId!, PartNumber, Body })
  }
  expect((await tus.head(path)).headers.get('upload-offset')).toBe(String(8 * MB))
  expect((await tus.patch(path, 8 * MB, bytes.subarray(8 * MB))).status).toBe(204)
  expect(await waitForUpload(ann.client, idOf(path))).toMatchObject({ state: 'done' })
  expect(sha256(await fetchStoredBytes(idOf(path)))).toBe(sha256(bytes))
})

test('two requests for one upload at two instances are serialised, and bytes are stored once', async () => {
  const ann = await createUploader({ db, clientFor: a.clientFor })
  const [first, other] = [tusClient(a.url, ann.token), tusClient(b.url, ann.token)]
  const bytes = createAudioFile(12 * MB)
  const path = (await first.create({ filename: 'song.wav', series_id: ann.seriesId }, bytes.length)).headers.get('location')!
  // The first request stalls. A later request may continue where it stopped.
  const socket = patchSlowly(a.url, path, ann.token, 0, bytes.length)
  socket.write(bytes.subarray(0, 3 * MB))
  await vi.waitFor(async () => {
    const locks = await sql<{ count: number }>`select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and application_name = 'choice uploads locks'`.execute(db)
    expect(locks.rows[0]!.count).toBe(1)
  })
  const offset = await vi.waitFor(async () => {
    const result = Number((await other.head(path)).headers.get('upload-offset'))
    expect(result).toBeGreaterThan(0)
    return result
  }, 20_000)
  socket.destroy()
  const responses = await Promise.all([first, other].map((client) => client.patch(path, offset, bytes.subarray(offset))))
  const statuses = responses.map(({ status }) => status)
  // The second of the two requests finds more bytes than it expected, or the complete file.
  expect(statuses).toContain(204)
  expect([204, 409, 410]).toEqual(expect.arrayContaining(statuses))
  // Like a client, continues after the stored bytes if the second request ended the first one.
  const head = await first.head(path)
  const storedBytes = Number(head.headers.get('upload-offset'))
  if (storedBytes < bytes.length) expect((await first.patch(path, storedBytes, bytes.subarray(storedBytes))).status).toBe(204)
  expect(await waitForUpload(ann.client, idOf(path))).toMatchObject({ state: 'done' })
  expect(sha256(await fetchStoredBytes(idOf(path)))).toBe(sha256(bytes))
})

test('parts of cancelled, abandoned and unknown uploads are deleted, and others stay', async () => {
  const ann = await createUploader({ db, clientFor: a.clientFor })
  const tus = tusClient(a.url, ann.token)
  const begin = async (size: number) => {
    const path = (await tus.create({ filename: 'song.wav', series_id: ann.seriesId }, 20 * MB)).headers.get('location')!
    expect((await tus.patch(path, 0, createAudioFile(size))).status).toBe(204)
    return idOf(path)
  }
  const [claimed, forgotten, unchanged] = [await begin(9 * MB), await begin(9 * MB), await begin(9 * MB)]
  const abandoned = await begin(0)
  /** Returns the uploads that have parts in the bucket, whether complete or not. */
  const inBucket = async () => {
    const result = new Set<string>()
    for await (const key of storage.list('videos/')) result.add(key.split('/').at(-2)!)
    const { S3 } = await import('@aws-sdk/client-s3')
    const { Uploads = [] } = await new S3(s3ClientOptions(s3)).listMultipartUploads({ Bucket: s3.bucket })
    for (const { Key } of Uploads) result.add(Key!.split('/').at(-2)!)
    return [claimed, abandoned, forgotten, unchanged].map((id) => result.has(id))
  }
  expect(await inBucket()).toEqual([true, true, true, true])
  expect((await tusClient(b.url, ann.token).remove(`/api/uploads/${claimed}`)).status).toBe(204)
  await sql`update upload set created_at = now() - interval '2 days' where id = ${abandoned}`.execute(db)
  await cleanUpUploads(db, tools)
  expect(await inBucket()).toEqual([false, false, true, true])
  await db.deleteFrom('upload').where('id', '=', forgotten).execute()
  await parts.deleteOlderThan(60_000)
  expect(await inBucket()).toEqual([false, false, true, true])
  await parts.deleteOlderThan(-60_000)
  expect(await inBucket()).toEqual([false, false, false, true])
})
