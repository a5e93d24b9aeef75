import type { WriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toDiskStorageError } from './storage-error.ts'

/**
 * Writes a stream to a file. The first error is the cause, because the failure of one stream destroys the other with the same error.
 * @throws StorageError if the disk fails; the error of `source`
 */
export async function writeToDisk(source: Readable, file: WriteStream): Promise<void> {
  let failed: 'source' | 'file' | undefined
  source.once('error', () => (failed ??= 'source'))
  file.once('error', () => (failed ??= 'file'))
  try {
    await pipeline(source, file)
  } catch (error) {
    // If the source closed early, the error has no system call: it isn't an error of the disk.
    throw failed === 'file' && (error as NodeJS.ErrnoException).syscall !== undefined ? toDiskStorageError(error) : error
  }
}
