import { statfs } from 'node:fs/promises'
import { StorageError } from '#kit/server/storage-error.ts'

/** Less than this free, and a program that failed has probably failed for want of room. */
const fullBytes = 32 * 1024 * 1024

/** @throws StorageError when a program that writes to this folder failed because the disk is full */
export async function outOfSpace(folder: string, error: { errors: string; cause?: unknown }): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < fullBytes || /no space left on device/i.test(error.errors))
    throw new StorageError('full', 'there is no room to prepare a video', { cause: error })
}
