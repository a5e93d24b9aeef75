import type { WriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { diskError } from './storage-error.ts'

/**
 * Writes what a stream gives into a file. Either of the two that fails ends the other one with its own error: only the first says whose it was.
 * @throws StorageError when the disk fails; what `source` fails with
 */
export async function writeToDisk(source: Readable, file: WriteStream): Promise<void> {
  let failed: 'source' | 'file' | undefined
  source.once('error', () => (failed ??= 'source'))
  file.once('error', () => (failed ??= 'file'))
  try {
    await pipeline(source, file)
  } catch (error) {
    // A source that ends before its end has no error of its own, and none of the disk.
    throw failed === 'file' && (error as NodeJS.ErrnoException).syscall !== undefined ? diskError(error) : error
  }
}
