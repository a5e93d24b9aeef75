import { expect, test } from 'vitest'
import { UploadMetadata, uploadsContract } from './contract.ts'
import {
  captionsMaxBytes,
  captionsPerVideo,
  isInProgress,
  mayRetry,
  uploadFailures,
  uploadMaxBytes,
  maxConcurrentUploads,
  uploadStates,
} from './rules.ts'

const validMetadata = { filename: 'night train.mp4', series_id: 'b7HxR2pLs9c' }

test.each<[string, object, string[]]>([
  ['required fields', validMetadata, []],
  ['all of it', { ...validMetadata, filetype: 'video/mp4', index: '3', title: 'Night train' }, []],
  ['no name', { series_id: validMetadata.series_id }, ['filename']],
  ['a name of nothing that is seen', { ...validMetadata, filename: ' ​ ' }, ['filename']],
  ['no series', { filename: 'a.mp4' }, ['series_id']],
  ['an invalid series', { ...validMetadata, series_id: '../etc' }, ['series_id']],
  ['an invalid place', { ...validMetadata, index: '-1' }, ['index']],
  ['a too long title', { ...validMetadata, title: 'x'.repeat(256) }, ['title']],
])('metadata of an upload: %s', (_, metadata, wrong) => {
  const { error } = UploadMetadata.safeParse(metadata)
  expect([...new Set((error?.issues ?? []).map(({ path }) => path.join('.')))]).toEqual(wrong)
})

test('states determine which uploads are in progress, and which can be retried', () => {
  expect(uploadStates.filter(isInProgress)).toEqual(['uploading', 'waiting', 'processing'])
  expect(uploadFailures.filter(mayRetry)).toEqual(['series_gone', 'no_room', 'interrupted'])
})

test('limits are whole numbers, and the caption form fits a file of maximum size', () => {
  for (const limit of [uploadMaxBytes, maxConcurrentUploads, captionsPerVideo, captionsMaxBytes])
    expect(Number.isSafeInteger(limit)).toBe(true)
  expect(uploadsContract.addCaptions.maxBytes).toBeGreaterThan(captionsMaxBytes)
})
