// @module-tag slow
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { StorageError } from '#kit/server/storage/storage-error.ts'
import { makeFolder } from '#test/folders.ts'
import { startTestServer } from '#test/serve.ts'
import {
  waitForUpload,
  filesOf,
  hasFfmpeg,
  listen,
  makeShortFilm,
  processingTools,
  sha256,
  tusClient,
  createUploader,
} from '#test/uploads.ts'
import { uploadKey } from './files.ts'
import { type ProcessingTools, processUpload } from './processing.ts'
import { insertUpload } from './queries/uploads.ts'

vi.setConfig({ testTimeout: 60_000 })
const server = await startTestServer({ RATE_LIMITS: 'off', FFMPEG_PATH: '/nowhere/ffmpeg' })
const { db, config, services } = server
const origin = await listen(server.app)
const clip = await readFile('server/demo/assets/clips/sunny-side.mp4')
const ann = await createUploader(server)
const tus = tusClient(origin, ann.token)

/** Mounts a resizable disk for uploads. Without permission to mount, the tests are skipped. */
const canMount = (() => {
  try {
    mkdirSync(config.uploadsDir, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=700', 'none', config.uploadsDir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
if (canMount) afterAll(() => void execFileSync('umount', ['-l', config.uploadsDir]))
const resizeDisk = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, config.uploadsDir])

const readRefusal = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

/** Creates an upload that is completely stored, but has no job. */
async function createReceivedUpload(film: Uint8Array): Promise<string> {
  const id = newId()
  const size = film.length
  await insertUpload(db, { id, user_id: ann.id, series_id: ann.seriesId, title: 'A', filename: 'a.mp4', size })
  await services.storage.put(uploadKey(id, 'original'), film, 'video/mp4')
  await sql`update upload set state = 'waiting', has_original = true, stored_bytes = ${size} where id = ${id}`.execute(db)
  return id
}
const { signal } = new AbortController()
const processReceived = (id: string, tools: ProcessingTools, report: (percent: number) => void = () => undefined) =>
  processUpload(tools, id, { signal, report })
const remainingWorkFiles = () => readdirSync(processingTools(server).workDir)

test('a disk without free space refuses uploads with a message, and they continue when there is space', async () => {
  const bytes = randomBytes(300_000)
  const path = (await tus.create({ filename: 'a.mp4', series_id: ann.seriesId }, bytes.length)).headers.get('location')!
  const part = join(config.uploadsDir, path.split('/').at(-1)!)
  // `/dev/full` behaves like a full disk.
  rmSync(part)
  symlinkSync('/dev/full', part)
  utimesSync('/dev/full', new Date(), new Date())
  const response = await tus.patch(path, 0, bytes)
  expect([await readRefusal(response), response.headers.get('tus-resumable')]).toEqual([[503, 'storage_full'], '1.0.0'])
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  rmSync(part)
  writeFileSync(part, '')
  expect((await tus.patch(path, 0, bytes.subarray(0, -1))).status).toBe(204)
  expect(sha256(await readFile(part))).toBe(sha256(bytes.subarray(0, -1)))
  await tus.remove(path)
})

describe.runIf(canMount)('a disk that fills up', () => {
  test('during an upload keeps the received part, and the rest follows when there is space', async () => {
    const bytes = randomBytes(6 * 1024 * 1024)
    const path = (await tus.create({ filename: 'a.mp4', series_id: ann.seriesId }, bytes.length + 1)).headers.get('location')!
    const part = join(config.uploadsDir, path.split('/').at(-1)!)
    resizeDisk('4m')
    expect(await readRefusal(await tus.patch(path, 0, bytes))).toEqual([503, 'storage_full'])
    expect(await readRefusal(await tus.create({ filename: 'b.mp4', series_id: ann.seriesId }, 10))).toEqual([503, 'storage_full'])
    const offset = Number((await tus.head(path)).headers.get('upload-offset'))
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThan(bytes.length)
    expect(sha256(await readFile(part))).toBe(sha256(bytes.subarray(0, offset)))
    resizeDisk('1g')
    expect((await tus.patch(path, offset, bytes.subarray(offset))).status).toBe(204)
    expect(sha256(await readFile(part))).toBe(sha256(bytes))
    await tus.remove(path)
  })

  test('is detected before processing, to leave space for the database', async () => {
    const id = await createReceivedUpload(clip)
    resizeDisk('4m')
    await expect(processReceived(id, processingTools(server))).rejects.toMatchObject({ name: 'StorageError', kind: 'full' })
    expect([await filesOf(server, id), remainingWorkFiles()]).toEqual([['original'], []])
    resizeDisk('1g')
    await processReceived(id, processingTools(server))
    expect(await waitForUpload(ann.client, id)).toMatchObject({ state: 'done' })
  })

  test.each([['cut into segments', false] as const, ...(hasFfmpeg ? [['prepared by ffmpeg', true] as const] : [])])(
    'while a video is %s leaves only the original, which is retried when there is space',
    async (_, isPrepared) => {
      const tools = processingTools(server)
      const { media } = tools.sandboxes
      const cutting: ProcessingTools = {
        ...tools,
        sandboxes: {
          ...tools.sandboxes,
          media: {
            ...media,
            run: (...args) => {
              resizeDisk('64k')
              return media.run(...args)
            },
          },
        },
      }
      const film = isPrepared ? makeShortFilm(join(makeFolder('choice-films'), 'short.mp4')) : clip
      const id = await createReceivedUpload(film)
      const full = isPrepared
        ? // At three percent, the file was read and conversion begins.
          processReceived(id, { ...tools, ffmpegPath: 'ffmpeg' }, (percent) => percent === 3 && resizeDisk('4k'))
        : processReceived(id, cutting)
      await expect(full).rejects.toMatchObject({ name: 'StorageError', kind: 'full' })
      expect([await filesOf(server, id), remainingWorkFiles()]).toEqual([['original'], []])
      resizeDisk('1g')
      await processReceived(id, tools)
      expect(await waitForUpload(ann.client, id)).toMatchObject({ state: 'done' })
    },
  )
})

test.runIf(hasFfmpeg)('truncated segments, as after a briefly full disk, fail the video', async () => {
  const folder = makeFolder('choice-films')
  const program = join(folder, 'ffmpeg')
  const cut = 'for file in v*.mp4; do [ -e "$file" ] && truncate -s 1000 "$file"; done'
  writeFileSync(program, `#!/bin/sh\nffmpeg "$@"; status=$?\n${cut}\nexit $status\n`, { mode: 0o700 })
  const id = await createReceivedUpload(makeShortFilm(join(folder, 'short.mp4')))
  const tools = processingTools(server)
  await expect(processReceived(id, { ...tools, ffmpegPath: program })).rejects.toMatchObject({ name: 'StorageError', kind: 'full' })
  expect(await filesOf(server, id)).toEqual(['original'])
  await processReceived(id, { ...tools, ffmpegPath: 'ffmpeg' })
  expect(await waitForUpload(ann.client, id)).toMatchObject({ state: 'done' })
})

test('a storage outage while results are stored keeps only the original, and all are stored later', async () => {
  const tools = processingTools(server)
  const { storage } = tools
  const id = await createReceivedUpload(clip)
  let count = 0
  const breaking: ProcessingTools = {
    ...tools,
    storage: {
      ...storage,
      putFile: (...args) => (++count > 1 ? Promise.reject(new StorageError('away', 'no answer')) : storage.putFile(...args)),
    },
  }
  await expect(processReceived(id, breaking)).rejects.toMatchObject({ name: 'StorageError', kind: 'away' })
  expect([count, await filesOf(server, id)]).toEqual([2, ['original']])
  await processReceived(id, tools)
  const uploadResult = (await waitForUpload(ann.client, id))!
  expect([uploadResult.state, uploadResult.video_id !== null]).toEqual(['done', true])
  // Running the job again has no effect.
  const files = await filesOf(server, id)
  await processReceived(id, tools)
  expect(await filesOf(server, id)).toEqual(files)
})

test('processing a cancelled upload leaves nothing', async () => {
  const id = await createReceivedUpload(clip)
  await sql`delete from upload where id = ${id}`.execute(db)
  await processReceived(id, processingTools(server))
  expect(await filesOf(server, id)).toEqual([])
})
