import { expect, test } from 'vitest'
import { formatError, SetupError } from './setup-error.ts'
import { StorageError } from './storage/storage-error.ts'

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  [withCode('could not extend file "base/1"', '53100'), /^The database's disk is full: make room, then try again\. \(could not extend/],
  [withCode('ENOSPC: no space left on device, write', 'ENOSPC'), /^The disk is full: .* \(ENOSPC: no space left on device, write\)$/],
  [new StorageError('full', 'the disk failed', { cause: withCode('quota', 'EDQUOT') }), /^The disk quota is used up: .* \(quota\)$/],
  [withCode('sorry, too many clients already', '53300'), /^The database has no connection left: .* \(sorry, too many clients already\)$/],
  [new SetupError('PORT is taken.'), /^PORT is taken\.$/],
  ['no error at all', /^no error at all$/],
])('%s is explained by a sentence', (error, sentence) => {
  expect(formatError(error)).toMatch(sentence)
})

test('an error of the product keeps its stack', () => {
  expect(formatError(withCode('boom', 'ERR_X'))).toMatch(/boom\n\s+at /)
})
