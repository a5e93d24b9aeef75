import { expect, test } from 'vitest'
import type { Upload } from '../contract.ts'
import { fileProblem, roomProblem, titleOfFile } from './files.ts'
import { isSameFile, listDisplayedUploads, needsUserAction } from './displayed-uploads.ts'
import { secondsLeft, measureSpeed, withSample, type SpeedSample } from './speed.ts'
import type { Transfer, TransferState } from './transfers.ts'
import { detailsText, formatBytes } from './upload-texts.ts'

const bytesPerMebibyte = 1024 ** 2

const sampleUpload = (changes: Partial<Upload>): Upload => ({
  id: 'u1',
  title: 'Harbour',
  filename: 'harbour.mp4',
  size: 1000,
  received: 430,
  state: 'uploading',
  percent: null,
  reason: null,
  missing_percent: null,
  series_id: 's',
  playlist_id: 'p',
  index: null,
  video_id: null,
  expires_at: null,
  created_at: '2026-11-22T10:00:00.000Z',
  ...changes,
})
const transfer = (state: TransferState, changes: Partial<Transfer> = {}): Transfer => ({
  key: 't1',
  ownerId: 'ann',
  file: new File([new Uint8Array(1000)], 'harbour.mp4'),
  title: 'Harbour',
  playlistId: 'p',
  seriesId: 's',
  uploadId: 'u1',
  sentBytes: 430,
  samples: [],
  state,
  interruptedBy: 'connection' as const,
  reason: undefined,
  ...changes,
})
const noIds = new Set<string>()
const listPhases = (...args: Parameters<typeof listDisplayedUploads>) =>
  listDisplayedUploads(...args).map(({ phase, percent }) => `${phase} ${percent}`)

test.each([
  ['begun on another page', [], [sampleUpload({})], [], 'needs_file 43'],
  ['sent by another tab', [], [sampleUpload({})], ['u1'], 'elsewhere 43'],
  ['sent by this page', [transfer('sending')], [sampleUpload({ received: 12 })], [], 'sending 43'],
  ['the connection is lost', [transfer('interrupted')], [sampleUpload({})], [], 'interrupted 43'],
  ['the server is rate limiting', [transfer('interrupted', { interruptedBy: 'rate-limit' })], [sampleUpload({})], [], 'held_up 43'],
  ['the server has a full disk', [transfer('interrupted', { interruptedBy: 'server' })], [sampleUpload({})], [], 'troubled 43'],
  ['paused here', [transfer('paused')], [sampleUpload({})], [], 'paused 43'],
  ['completely sent, with an older list', [transfer('sent', { sentBytes: 1000 })], [sampleUpload({})], [], 'waiting 100'],
  ['processing on the server', [transfer('sent')], [sampleUpload({ state: 'processing', percent: 20 })], [], 'processing 20'],
  ['the processing failed', [transfer('sent')], [sampleUpload({ state: 'failed', reason: 'not_video' })], [], 'failed 0'],
  ['playable', [transfer('sent')], [sampleUpload({ state: 'done', percent: 100, video_id: 'v' })], [], 'ready 100'],
] as const)('%s', (_, transfers, uploads, uploadingElsewhere, expected) => {
  expect(listPhases([...transfers], [...uploads], [...uploadingElsewhere], noIds)).toEqual([expected])
})

test('uploads completed before the page loaded are not announced; uploads seen in progress are', () => {
  const completed = [sampleUpload({ state: 'done', video_id: 'v' })]
  expect(listDisplayedUploads([], completed, [], noIds)).toEqual([])
  expect(listPhases([], completed, [], new Set(['u1']))).toEqual(['ready 0'])
})

test('a completed upload that lacks a part stays in the list and needs the user', () => {
  const [upload] = listDisplayedUploads([], [sampleUpload({ state: 'done', video_id: 'v', missing_percent: 48 })], [], noIds)
  expect(upload).toMatchObject({ phase: 'ready', missingPercent: 48 })
  expect([needsUserAction(upload!), detailsText(upload!)]).toEqual([true, expect.stringContaining('48% is missing')])
})

test('only temporary failures can be retried', () => {
  const retries = (reason: Upload['reason']) =>
    listDisplayedUploads([], [sampleUpload({ state: 'failed', reason })], [], noIds)[0]?.canRetry
  expect([retries('unreadable'), retries('no_room')]).toEqual([false, true])
})

test('a file that resumes an upload must have its name and size', () => {
  const startedUpload = { filename: 'Zoë.mp4', size: 10 }
  expect(isSameFile(startedUpload, { name: 'Zoe\u0308.mp4', size: 10 })).toBe(true)
  expect(isSameFile(startedUpload, { name: 'Zoë.mp4', size: 11 })).toBe(false)
  expect(isSameFile(startedUpload, { name: 'Zoe.mp4', size: 10 })).toBe(false)
})

test.each([
  ['holiday.mp4', 'holiday'],
  ['My_holiday-2026.final.MP4', 'My holiday-2026.final'],
  ['Trip to  Ghent (1).mov', 'Trip to Ghent (1)'],
  ['snake_case kept.mkv', 'snake_case kept'],
  ['.mp4', '.mp4'],
  ['no ending', 'no ending'],
  ['evil\u202Egpj.mp4', 'evilgpj'],
  [`${'x'.repeat(300)}.mp4`, 'x'.repeat(255)],
])('the title of %s', (name, title) => expect(titleOfFile(name)).toBe(title))

test.each([
  [{ name: 'a.mp4', type: 'video/mp4', size: 10 }, undefined],
  [{ name: 'a.mkv', type: '', size: 10 }, undefined],
  [{ name: 'a.pdf', type: 'application/pdf', size: 10 }, 'This isn’t a video file.'],
  [{ name: 'a.mp4', type: 'video/mp4', size: 0 }, 'This file is empty.'],
  [{ name: 'a.mp4', type: 'video/mp4', size: 4 * 1024 ** 3 + 1 }, 'Files can be at most 4 GB.'],
])('%o', (file, problem) => expect(fileProblem(file)).toBe(problem))

test('all files together must fit the remaining quota', () => {
  const files = [{ size: 600 * bytesPerMebibyte }, { size: 600 * bytesPerMebibyte }]
  expect(roomProblem(files, { used: 0, quota: 1200 * bytesPerMebibyte })).toBeUndefined()
  expect(roomProblem(files, undefined)).toBeUndefined()
  expect(roomProblem(files, { used: 400 * bytesPerMebibyte, quota: 1200 * bytesPerMebibyte })).toMatch(
    /^You need 1.2 GB, but only 800 MB is left\./,
  )
})

test('the speed is an average of the last seconds, and unknown at first', () => {
  let samples: readonly SpeedSample[] = []
  for (let offset = 0; offset <= 20_000; offset += 50)
    samples = withSample(samples, { atMs: offset, sentBytes: offset < 10_000 ? offset : 10_000 + (offset - 10_000) * 3 })
  expect(samples.length).toBeLessThan(50)
  expect(measureSpeed(samples)).toBeCloseTo(3000, -1)
  expect(secondsLeft(samples, 100_000)).toBe(20)
  expect(measureSpeed(samples.slice(0, 1))).toBeUndefined()
})

test.each([
  [900, '1 kB'],
  [12_300, '12 kB'],
  [1_048_500, '1 MB'],
  [1_250_000, '1.2 MB'],
  [43_000_000, '41 MB'],
  [53_687_091_200, '50 GB'],
])('%d bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

test('progress shows bytes, speed and time left', () => {
  const samples = [
    { atMs: 0, sentBytes: 0 },
    { atMs: 2000, sentBytes: 5 * bytesPerMebibyte },
  ]
  const [displayed] = listDisplayedUploads(
    [transfer('sending', { sentBytes: 5 * bytesPerMebibyte, samples, file: { name: 'a', size: 605 * bytesPerMebibyte } as File })],
    [],
    [],
    noIds,
  )
  expect(detailsText(displayed!)).toBe('5 MB of 605 MB · 2.5 MB/s · 4 min left')
})
