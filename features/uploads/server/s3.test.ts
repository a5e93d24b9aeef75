// @module-tag slow
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import type { Db } from '#kit/server/db/db.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { makeFolder } from '#test/folders.ts'
import { createUser } from '#test/people.ts'
import { startS3 } from '#test/s3.ts'
import { startTestServer } from '#test/serve.ts'
import {
  waitForUpload,
  filesOf,
  hasFfmpeg,
  listen,
  makeShortFilm,
  sha256,
  tusClient,
  upload,
  createUploader,
  uploadTools,
} from '#test/uploads.ts'
import { uploadsContract } from '../contract.ts'
import { uploadKey } from './files.ts'
import { cleanUpUploads } from './jobs.ts'

let isAway = false
const { bucket, region, endpoint, accessKeyId, secretAccessKey } = await startS3({ isAway: () => isAway })
const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
const settings = { RATE_LIMITS: 'off', S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint, ...keys }
vi.setConfig({ testTimeout: 60_000 })
const server = await startTestServer({ ...settings, FFMPEG_PATH: '/nowhere/ffmpeg' })
const { db } = server
const origin = await listen(server.app)
const tools = uploadTools(server)
const folder = makeFolder('choice-films')
const clip = await readFile('server/demo/assets/clips/sunny-side.mp4')

/** Moves the end of an upload an hour into the past. */
const backdateEnd = (db: Db, id: string) => sql`update upload set ended_at = now() - interval '1 hour' where id = ${id}`.execute(db)

test.each([['cut into segments', false] as const, ...(hasFfmpeg ? [['prepared by ffmpeg', true] as const] : [])])(
  'a video in remote storage is %s from there, served in ranges to readers who can see it, and deleted with its video',
  async (_, isPrepared) => {
    const targetServer = isPrepared ? await startTestServer(settings) : server
    const film = isPrepared ? makeShortFilm(join(folder, 'short.mp4')) : clip
    const get = (url: string, headers: Record<string, string> = {}) => targetServer.app.inject({ url, headers })
    const [ann, bob] = [await createUploader(targetServer), await createUser(targetServer)]
    const uploadResult = (await waitForUpload(ann.client, await upload(isPrepared ? await listen(targetServer.app) : origin, ann, film)))!
    expect(uploadResult).toMatchObject({ state: 'done' })
    const video = await ann.client(channelsContract.getVideo, { params: { id: uploadResult.video_id! } })
    const names = await filesOf(targetServer, uploadResult.id)
    expect(names).toEqual(expect.arrayContaining(['master.m3u8', 'original']))
    const original = await targetServer.services.storage.get(uploadKey(uploadResult.id, 'original'))
    expect(sha256(await buffer(original!.stream))).toBe(sha256(film))
    const segments = new URL(
      names.find((name) => /^v\d+\.mp4$/.test(name))!,
      `${origin}${video.src}`,
    ).pathname
    const response = await get(segments)
    expect([response.statusCode, response.headers['content-type'], response.rawPayload.subarray(4, 8).toString()]).toEqual([
      200,
      'video/mp4',
      'ftyp',
    ])
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=500-999', 500, 1000],
      ['bytes=-50', response.rawPayload.length - 50, response.rawPayload.length],
    ] as const) {
      const part = await get(segments, { range })
      expect([part.statusCode, sha256(part.rawPayload)]).toEqual([206, sha256(response.rawPayload.subarray(from, to))])
    }
    expect((await get(segments, { range: 'bytes=99999999-' })).statusCode).toBe(416)
    await ann.client(channelsContract.updatePlaylist, { params: { id: ann.playlistId }, body: { status_id: status.private } })
    const cookie = (someone: typeof bob) => ({ cookie: `${cookieNames.media}=${someone.cookie}` })
    const requestHeaders = [{}, cookie(bob), { range: 'bytes=0-99' }, cookie(ann)]
    expect(await Promise.all(requestHeaders.map(async (headers) => (await get(segments, headers)).statusCode))).toEqual([
      404, 404, 404, 200,
    ])

    await ann.client(channelsContract.deleteVideo, { params: { id: video.id } })
    expect((await get(segments, cookie(ann))).statusCode).toBe(404)
    await backdateEnd(targetServer.db, uploadResult.id)
    await cleanUpUploads(targetServer.db, uploadTools(targetServer))
    expect(await filesOf(targetServer, uploadResult.id)).toEqual([])
  },
)

test('a storage outage during an upload is reported, and the upload continues afterwards', async () => {
  const ann = await createUploader(server)
  const tus = tusClient(origin, ann.token)
  const path = (await tus.create({ filename: 'a.mp4', series_id: ann.seriesId }, clip.length)).headers.get('location')!
  const id = path.split('/').at(-1)!
  const half = clip.length >> 1
  expect((await tus.patch(path, 0, clip.subarray(0, half))).status).toBe(204)
  isAway = true
  const response = await tus.patch(path, half, clip.subarray(half))
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([503, 'unavailable'])
  expect((await tus.head(path)).status).toBe(503)
  // The list of uploads doesn't need the store.
  expect((await ann.client(uploadsContract.listUploads, {})).data).toMatchObject([{ id, state: 'uploading' }])
  isAway = false
  expect((await tus.head(path)).headers.get('upload-offset')).toBe(String(half))
  expect((await tus.patch(path, half, clip.subarray(half))).status).toBe(204)
  expect(await waitForUpload(ann.client, id)).toMatchObject({ state: 'done' })
})

test('a complete file that was not registered is registered at the next status request, once', async () => {
  const ann = await createUploader(server)
  const tus = tusClient(origin, ann.token)
  const path = (await tus.create({ filename: 'a.mp4', series_id: ann.seriesId }, clip.length)).headers.get('location')!
  const id = path.split('/').at(-1)!
  // Stores the file, but doesn't record that it is complete, like a process that dies in between.
  await tools.parts.append(id, Readable.from([clip]), 0)
  expect(await tools.parts.find(id)).toBeUndefined()
  // Two concurrent requests create one video.
  const responses = await Promise.all([tus.head(path), tus.head(path)])
  expect(responses.map(({ status, headers }) => [status, headers.get('upload-offset')])).toEqual(
    responses.map(() => [200, String(clip.length)]),
  )
  expect(await waitForUpload(ann.client, id)).toMatchObject({ state: 'done' })
  const { series } = await ann.client(channelsContract.getPlaylist, { params: { id: ann.playlistId } })
  expect(series[0]!.videos).toHaveLength(1)
})

test('files that cannot be deleted during an outage are remembered, and deleted afterwards', async () => {
  const ann = await createUploader(server)
  const uploadResult = (await waitForUpload(ann.client, await upload(origin, ann, clip)))!
  const stopped = await upload(origin, ann, Buffer.from('no film at all'))
  await waitForUpload(ann.client, stopped)
  // Adds an original file, which is kept because the upload can be retried.
  await tools.storage.put(`videos/${stopped.slice(0, 2)}/${stopped}/original`, Buffer.from('x'), 'video/mp4')
  await sql`update upload set reason = 'no_room', has_original = true, stored_bytes = 1 where id = ${stopped}`.execute(db)
  await ann.client(channelsContract.deleteVideo, { params: { id: uploadResult.video_id! } })
  await backdateEnd(db, uploadResult.id)
  isAway = true
  await expect(ann.client(uploadsContract.removeUpload, { params: { id: stopped } })).rejects.toMatchObject({ status: 503 })
  await expect(cleanUpUploads(db, tools)).rejects.toMatchObject({ name: 'StorageError' })
  isAway = false
  const listIds = async () => (await ann.client(uploadsContract.listUploads, {})).data.map(({ id }) => id)
  expect(await listIds()).toEqual(expect.arrayContaining([uploadResult.id, stopped]))
  expect((await filesOf(server, uploadResult.id)).length + (await filesOf(server, stopped)).length).toBeGreaterThan(3)
  await ann.client(uploadsContract.removeUpload, { params: { id: stopped } })
  await cleanUpUploads(db, tools)
  expect([await filesOf(server, uploadResult.id), await filesOf(server, stopped), await listIds()]).toEqual([[], [], []])
  expect((await ann.client(uploadsContract.getUploadRoom, {})).used).toBe(0)
})
